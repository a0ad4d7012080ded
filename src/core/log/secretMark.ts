import type { SecretSpan } from './entry.ts';

const KIND = String.raw`[^\][\\"#\n]{1,40}`;

/** Matches a mark with a number, which identifies the value. */
export const NUMBERED_MARK = new RegExp(String.raw`\[secret: (${KIND}) #(\d{1,6})\]`, 'g');

/** Matches any mark, with or without a number; marks in texts that are masked for good have none. */
export const ANY_MARK = new RegExp(String.raw`\[secret: (${KIND}?)(?: #(\d{1,6}))?\]`, 'g');

/**
 * Returns the mark of a secret: `[secret: password #2]`, or without a number if it has none, as in logs of 0.1.0.
 */
export function markOf({ kind, number }: Pick<SecretSpan, 'kind' | 'number'>): string {
  return number === undefined ? `[secret: ${kind}]` : `[secret: ${kind} #${String(number)}]`;
}

/** The kind of a mark that was in a text before anything was masked; there is no secret behind it. */
export const QUOTED_MARK = 'mark';

/** Removes numbers from marks in texts that outlive their session: a number is valid only in its own session. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBERED_MARK, '[secret: $1]');
}

/** Matches our own tools, under their names here and in other agents. They get marks where other tools get values. */
const OF_THREAD = /^(?:longthread_)?(?:recall|memory_search|complete_stage)$/;

/** Returns whether a tool works with marks: it gets no values, and marks in its result are the session's own. */
export function speaksInMarks(toolName: string): boolean {
  return OF_THREAD.test(toolName);
}
