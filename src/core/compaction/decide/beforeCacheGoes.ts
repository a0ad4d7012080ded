import type { Price } from '../../context/cost.ts';

/**
 * Returns whether it pays to compact before the provider's prompt cache expires. It must pay even if the next request is
 * as likely to come before the expiry as after. After minutes of rest, it is likelier to come later.
 */
export function paysBeforeCacheGoes(
  { usedTokens, compactedTokens }: { readonly usedTokens: number; readonly compactedTokens: number },
  { input, cachedInput }: Price,
): boolean {
  if (cachedInput === undefined) return false;
  return (usedTokens - compactedTokens) * input >= compactedTokens * input - usedTokens * cachedInput;
}
