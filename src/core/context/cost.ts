import type { Entry } from '../log/entry.ts';
import type { Usage } from '../log/message.ts';
import type { ModelProfile } from '../ports.ts';
import { accumulated } from '../memoized.ts';

export type Price = NonNullable<ModelProfile['price']>;
/** Returns the price of a model that answered, if the price is known. */
export type PriceOf = (model: string | undefined) => Price | undefined;

/** The usage of a session so far. The token counts are those that providers reported for the answers. */
export interface Spent {
  readonly inputTokens: number;
  /** The input tokens that were read from the provider's prompt cache. */
  readonly cachedTokens: number;
  /**
   * The cost in US dollars of all requests with a known price, including requests for a model's notes; absent if no
   * price is known.
   */
  readonly cost?: number;
  /** Whether the price of some requests is unknown. */
  readonly isPartial: boolean;
}

/** Returns the cost in US dollars; prices are per million tokens. */
export function costOf(usage: Usage, price: Price): number {
  const cached = price.cachedInput === undefined ? 0 : (usage.cachedInputTokens ?? 0);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cachedInput ?? 0);
  return (input + usage.outputTokens * price.output) / 1_000_000;
}

/** Returns the token counts and the cost of all entries. Includes rewound answers, because they were paid for. */
export function spentOf(entries: readonly Entry[], priceOf: PriceOf): Spent {
  return spentBy(priceOf)(entries);
}

/** Returns a function like `spentOf` for a growing log. The function reads each entry only once. */
export function spentBy(priceOf: PriceOf): (entries: readonly Entry[]) => Spent {
  const nothing: Spent = { inputTokens: 0, cachedTokens: 0, isPartial: false };
  return accumulated<Entry, Spent>(nothing, (before, entry) => {
    const cost = costOfEntry(entry, priceOf);
    const { inputTokens = 0, cachedInputTokens = 0 } = usageOf(entry) ?? {};
    return {
      ...before,
      inputTokens: before.inputTokens + inputTokens,
      cachedTokens: before.cachedTokens + cachedInputTokens,
      ...(typeof cost === 'number' && { cost: (before.cost ?? 0) + cost }),
      isPartial: before.isPartial || cost === 'unknown',
    };
  });
}

/** Returns the usage reports of the newest answers, oldest first, for `nextRequestCost`. */
export const newestReports = accumulated<Entry, readonly Usage[]>([], (before, entry) => {
  const usage = usageOf(entry);
  return usage === undefined ? before : [...before, usage].slice(-MEAN_OF);
});

/**
 * Returns the cost of an entry in US dollars, or `'unknown'` if the price is unknown; undefined if no model was asked
 * or no usage was reported.
 */
function costOfEntry(entry: Entry, priceOf: PriceOf): number | 'unknown' | undefined {
  if (entry.kind === 'compaction')
    return entry.event.summary === undefined ? undefined : (entry.event.summary.cost ?? 'unknown');
  const usage = usageOf(entry);
  if (usage === undefined || entry.kind !== 'message' || entry.message.role !== 'assistant') return undefined;
  const price = priceOf(entry.message.model);
  return price === undefined ? 'unknown' : costOf(usage, price);
}

function usageOf(entry: Entry): Usage | undefined {
  return entry.kind === 'message' && entry.message.role === 'assistant' ? entry.message.usage : undefined;
}

/**
 * Returns the cost in US dollars of a further request with `usedTokens` tokens and an average answer. If the request
 * begins like the last request (`isPrefixKept`), and the last request was read from the cache, counts the tokens of the
 * last request as cached.
 */
export function nextRequestCost(
  usedTokens: number,
  reports: readonly Usage[],
  { price, isPrefixKept }: { readonly price: Price; readonly isPrefixKept: boolean },
): number {
  const last = reports.at(-1);
  const isCached = isPrefixKept && last !== undefined && (last.cachedInputTokens ?? 0) > 0;
  const newest = reports.slice(-MEAN_OF);
  const outputTokens =
    newest.reduce((sum, usage) => sum + usage.outputTokens, 0) / Math.max(1, newest.length);
  return costOf(
    {
      inputTokens: usedTokens,
      cachedInputTokens: isCached ? Math.min(usedTokens, last.inputTokens) : 0,
      outputTokens,
    },
    price,
  );
}

/** The number of newest answers whose lengths are averaged to estimate the length of the next answer. */
const MEAN_OF = 10;

/**
 * Returns whether it pays to compact before the provider's prompt cache expires. Assumes cautiously that the next
 * request is equally likely to come before and after the expiry. So compacting pays if the saving for a request after
 * the expiry is at least as large as the extra cost for a request before the expiry.
 */
export function paysBeforeCacheGoes(
  { usedTokens, compactedTokens }: { readonly usedTokens: number; readonly compactedTokens: number },
  { input, cachedInput }: Price,
): boolean {
  if (cachedInput === undefined) return false;
  return (usedTokens - compactedTokens) * input >= compactedTokens * input - usedTokens * cachedInput;
}
