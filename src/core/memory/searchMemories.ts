import type { CountTokens, Memory } from '../ports.ts';
import { indexTerms } from '../recall/terms.ts';

interface RankedMemory {
  readonly memory: Memory;
  /** Higher is better. Scores are comparable only within one search. */
  readonly score: number;
}

/** The usual parameters of BM25, which reduce the weight of repeated terms and long texts. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** The maximum number of terms to search for. If a text has more terms, only the first terms are used. */
const MOST_TERMS = 400;

/** Returns the memories that share terms with a text, best match first (BM25). Of equal matches, the newer is first. */
function rankMemories(memories: readonly Memory[], text: string): readonly RankedMemory[] {
  const wanted = new Set(indexTerms(text).slice(0, MOST_TERMS));
  const terms = memories.map((memory) => indexTerms(memory.text));
  const average = terms.reduce((sum, each) => sum + each.length, 0) / Math.max(1, terms.length);
  const frequency = new Map<string, number>();
  for (const each of terms) {
    for (const term of new Set(each)) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const rarity = (term: string): number => {
    const holding = frequency.get(term) ?? 0;
    return Math.log(1 + (memories.length - holding + 0.5) / (holding + 0.5));
  };
  const scored = memories.map((memory, at) => {
    const own = terms[at] ?? [];
    const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * own.length) / Math.max(1, average));
    const counts = countsOf(own.filter((term) => wanted.has(term)));
    let score = 0;
    for (const [term, times] of counts)
      score += (rarity(term) * times * (SATURATION + 1)) / (times + damping);
    return { memory, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.memory.at - a.memory.at);
}

/** Returns the results of `memory_search`: the memories that contain a word of the query, best match first. */
export function searchMemories(memories: readonly Memory[], query: string, limit = 20): readonly Memory[] {
  return rankMemories(memories, query)
    .slice(0, limit)
    .map(({ memory }) => memory);
}

/** The number of tokens by which a memory's line in a message is longer than the memory's text. */
const LINE_TOKENS = 4;

/**
 * Returns the memories to send with a message, with at most `mostTokens` in total. The matching memories come first,
 * best match first. Then come preferences and decisions, which always hold, newest first. Skips a memory that does not
 * fit into the remaining tokens.
 */
export function selectMemories(
  memories: readonly Memory[],
  text: string,
  mostTokens: number,
  count: CountTokens,
): readonly Memory[] {
  const matching = rankMemories(memories, text).map(({ memory }) => memory);
  const taken = new Set(matching);
  const standing = memories
    .filter((memory) => !taken.has(memory) && (memory.type === 'preference' || memory.type === 'decision'))
    .sort((a, b) => b.at - a.at);
  let left = mostTokens;
  return [...matching, ...standing].filter((memory) => {
    const tokens = count(memory.text) + LINE_TOKENS;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
