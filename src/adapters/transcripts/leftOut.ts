import type { Skipped } from './recording.ts';

/** The most kinds to list; `longthread inspect` lists them all. */
const NAMED_KINDS = 4;

/**
 * Returns one sentence about the parts of a transcript that were not read as they are, the most frequent first;
 * undefined if there are none.
 */
export function leftOutSentence(skipped: readonly Skipped[]): string | undefined {
  if (skipped.length === 0) return undefined;
  const byCount = [...skipped].sort((a, b) => b.count - a.count);
  const named = byCount.slice(0, NAMED_KINDS).map(({ what, count }) => `${String(count)} × ${what}`);
  const rest = byCount.slice(NAMED_KINDS).reduce((sum, { count }) => sum + count, 0);
  const more = rest === 0 ? [] : [`${String(rest)} of other kinds`];
  return `Some parts of this transcript were left out, cut or joined: ${[...named, ...more].join(', ')}.`;
}
