import type { Price } from '../../context/cost.ts';

/**
 * Returns whether a compaction pays before the cache goes: what it saves where the next request comes after is at least
 * what it costs where that one still comes before, so that it pays even if either were as likely. After minutes of rest
 * the first is likelier.
 */
export function paysBeforeCacheGoes(
  { usedTokens, compactedTokens }: { readonly usedTokens: number; readonly compactedTokens: number },
  { input, cachedInput }: Price,
): boolean {
  if (cachedInput === undefined) return false;
  return (usedTokens - compactedTokens) * input >= compactedTokens * input - usedTokens * cachedInput;
}
