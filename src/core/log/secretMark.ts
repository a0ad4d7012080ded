import type { SecretSpan } from './entry.ts';

const KIND = String.raw`[^\][\\"#\n]{1,40}`;

/** A mark that says which value it stands for: its kind and number. */
export const NUMBERED_MARK = new RegExp(String.raw`\[secret: (${KIND}) #(\d{1,6})\]`, 'g');

/** Matches any mark, with or without a number; texts that are masked for good have none. */
export const ANY_MARK = new RegExp(String.raw`\[secret: (${KIND}?)(?: #(\d{1,6}))?\]`, 'g');

/** Returns the mark of a secret: `[secret: password #2]`, without a number where it has none, as in logs of 0.1.0. */
export function markOf({ kind, number }: Pick<SecretSpan, 'kind' | 'number'>): string {
  return number === undefined ? `[secret: ${kind}]` : `[secret: ${kind} #${String(number)}]`;
}

/** The kind of a mark that stood in a text before anything was masked: no secret is behind it. */
export const QUOTED_MARK = 'mark';

/** Removes numbers from marks in texts that outlive their session: a number names a value in its own session only. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBERED_MARK, '[secret: $1]');
}

/** Tools of the thread itself, under their names here and in other agents: they find marks where others find values. */
const OF_THREAD = /^(?:longthread_)?(?:recall|memory_search|complete_stage)$/;

/**
 * Returns whether a tool is asked, and answers, in marks: no value goes to it, and a mark in its result is the
 * session's own.
 */
export function speaksInMarks(toolName: string): boolean {
  return OF_THREAD.test(toolName);
}
