import type { CountTokens, Memory } from '../ports.ts';
import { rankMemories } from './searchMemories.ts';

/** What a line of a list adds to its text. */
const LINE_TOKENS = 4;

/**
 * The memories that go with a message, within the budget: best match first, then the person's preferences and the
 * decisions, which hold whatever is asked, newest first. One that is too large doesn't keep smaller ones out.
 */
export function selectMemories(
  memories: readonly Memory[],
  text: string,
  budgetTokens: number,
  count: CountTokens,
): readonly Memory[] {
  const matching = rankMemories(memories, text).map(({ memory }) => memory);
  const taken = new Set(matching);
  const standing = memories
    .filter((memory) => !taken.has(memory) && (memory.type === 'preference' || memory.type === 'decision'))
    .sort((a, b) => b.at - a.at);
  let left = budgetTokens;
  return [...matching, ...standing].filter((memory) => {
    const tokens = count(memory.text) + LINE_TOKENS;
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}
