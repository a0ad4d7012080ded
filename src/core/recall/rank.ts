import type { RecallHit } from '../ports.ts';
import { excerptAround } from './excerptAround.ts';
import { needlesOf, type RecallQuery } from './query.ts';
import type { FoundText } from './scan.ts';

const MAX_EXCERPT_CHARS = 320;
const BASE_SCORE: Readonly<Record<FoundText['by'], number>> = { all: 2, scan: 1, any: 0 };
const VERBATIM_BONUS = 1;

/**
 * Merges the hits of all search methods into one list that contains each message once. Matches of all words come first,
 * then matches of a substring, then matches of some words. A text that contains the query as it was typed ranks one
 * class higher.
 */
export function rankHits(
  found: readonly FoundText[],
  query: RecallQuery,
  limit: number,
): readonly RecallHit[] {
  const best = new Map<string, { readonly text: FoundText; readonly score: number }>();
  for (const text of found) {
    const score = scoreOf(text, query.text.toLowerCase());
    if (score > (best.get(text.id)?.score ?? -1)) best.set(text.id, { text, score });
  }
  const needles = needlesOf(query);
  return [...best.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ text, score }) => ({
      id: text.id,
      excerpt: excerptAround(text.text, needles, MAX_EXCERPT_CHARS),
      score,
    }));
}

function scoreOf({ by, score, text }: FoundText, verbatim: string): number {
  const bonus = text.toLowerCase().includes(verbatim) ? VERBATIM_BONUS : 0;
  return BASE_SCORE[by] + bonus + score / (1 + score);
}
