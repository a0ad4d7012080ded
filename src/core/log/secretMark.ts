import type { SecretSpan } from './entry.ts';

const KIND = String.raw`[^\][\\"#\n]{1,40}`;

/** Matches a mark with a number, which identifies the value. */
export const NUMBERED_MARK = new RegExp(String.raw`\[secret: (${KIND}) #(\d{1,6})\]`, 'g');

/** Matches any mark, with or without a number; marks in texts that are stored masked have none. */
export const ANY_MARK = new RegExp(String.raw`\[secret: (${KIND}?)(?: #(\d{1,6}))?\]`, 'g');

/**
 * Returns the mark of a secret: `[secret: password #2]`, or without a number if it has none, as in logs of 0.1.0.
 */
export function markOf({ kind, number }: Pick<SecretSpan, 'kind' | 'number'>): string {
  return number === undefined ? `[secret: ${kind}]` : `[secret: ${kind} #${String(number)}]`;
}

/** The kind for text that looked like a mark before anything was masked, so that it stands for no value. */
export const QUOTED_MARK = 'mark';

/** Removes the numbers from marks, for texts that are stored outside their session: a number is valid only in it. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBERED_MARK, '[secret: $1]');
}

/** Matches Longthread's tools that search or store masked texts, under their names here and in other agents. */
const OWN_TOOL = /^(?:longthread_)?(?:recall|memory_search|complete_stage)$/;

/** Returns whether a tool gets marks where other tools get values; the marks in its result belong to the session. */
export function worksWithMarks(toolName: string): boolean {
  return OWN_TOOL.test(toolName);
}
