import type { TokenAccount } from '../context/account.ts';
import type { ContextItem } from '../context/context.ts';

export interface PrefixComparison {
  /** Tokens of the items at the beginning that are the same as in the request before. */
  readonly cachedTokens: number;
  /** Tokens of later items that stand for something that had been sent before, too. */
  readonly rewrittenTokens: number;
}

/** How much of a request a provider's prefix cache serves: a change in the middle voids all that follows. */
export function comparePrefix(
  before: readonly ContextItem[],
  now: readonly ContextItem[],
  account: TokenAccount,
): PrefixComparison {
  let same = 0;
  while (same < before.length && same < now.length && isSame(before[same], now[same])) same += 1;
  const sentBefore = new Set(before.flatMap(({ entries }) => entries));
  const rewritten = now.slice(same).filter(({ entries }) => entries.some((id) => sentBefore.has(id)));
  return {
    cachedTokens: account.ofContext(now.slice(0, same)),
    rewrittenTokens: account.ofContext(rewritten),
  };
}

function isSame(a: ContextItem | undefined, b: ContextItem | undefined): boolean {
  if (a === undefined || b === undefined || a.treatment !== b.treatment) return false;
  return a.message === b.message || JSON.stringify(a.message) === JSON.stringify(b.message);
}
