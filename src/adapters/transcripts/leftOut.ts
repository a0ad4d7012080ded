import type { Skipped } from './recording.ts';

/** The maximum number of kinds of skipped content that the sentence lists. `longthread inspect` lists all kinds. */
const NAMED_KINDS = 4;

/**
 * Returns one sentence about the content of a transcript that was skipped or read incompletely. Names the most frequent
 * kinds first. Returns undefined if there is no such content.
 */
export function leftOutSentence(skipped: readonly Skipped[]): string | undefined {
  if (skipped.length === 0) return undefined;
  const byCount = [...skipped].sort((a, b) => b.count - a.count);
  const named = byCount.slice(0, NAMED_KINDS).map(({ what, count }) => `${String(count)} × ${what}`);
  const rest = byCount.slice(NAMED_KINDS).reduce((sum, { count }) => sum + count, 0);
  const more = rest === 0 ? [] : [`${String(rest)} of other kinds`];
  return `Some parts of this transcript were left out, cut or joined: ${[...named, ...more].join(', ')}.`;
}
