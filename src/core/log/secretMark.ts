import type { SecretSpan } from './entry.ts';

const KIND = String.raw`[^\][\\"#\n]{1,40}`;

/** Matches a mark with a number, which identifies the value. */
export const NUMBERED_MARK = new RegExp(String.raw`\[secret: (${KIND}) #(\d{1,6})\]`, 'g');

/** Matches any mark, with or without a number. Marks in texts that are stored masked have no number. */
export const ANY_MARK = new RegExp(String.raw`\[secret: (${KIND}?)(?: #(\d{1,6}))?\]`, 'g');

/**
 * Returns the mark of a secret, e.g. `[secret: password #2]`. A secret without a number, as in logs of 0.1.0, gets a
 * mark without a number.
 */
export function markOf({ kind, number }: Pick<SecretSpan, 'kind' | 'number'>): string {
  return number === undefined ? `[secret: ${kind}]` : `[secret: ${kind} #${String(number)}]`;
}

/** The value of `kind` for literal text that looks like a mark. Such text stands for no secret value. */
export const QUOTED_MARK = 'mark';

/** Removes the numbers from the marks in a text that is stored outside its session, where the numbers are not valid. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBERED_MARK, '[secret: $1]');
}

/**
 * Matches the names of Longthread's tools that search or store masked texts, in Longthread's chat and in the editor's
 * agent. The editor's Local harness calls a tool by the tool's name, and the Copilot harness by its reference name
 * (both names are in package.json; docs/AGENT.md is about the harnesses).
 */
const OWN_TOOL =
  /^(?:recall|memory_search|complete_stage|longthread_(?:recall|memory_search)|longthread(?:Recall|Memories))$/;

/** Returns whether a tool is called with marks instead of values. Marks in its results stand for values, too. */
export function worksWithMarks(toolName: string): boolean {
  return OWN_TOOL.test(toolName);
}
