import type { CompactionEntry, MessageId } from '../../log/entry.ts';
import type { ModelProfile } from '../../ports.ts';

/** Costs and savings of a compaction, in US dollars. */
export interface Payback {
  /** The one-time cost: the model's summary and the tokens that are no longer in the provider's prompt cache. */
  readonly once: number;
  /** The saving with each later request. */
  readonly eachRequest: number;
  /** The number of requests until the compaction has paid for itself; undefined if it never does. */
  readonly requests: number | undefined;
}

/** Differences below this are rounding errors. */
const ROUNDING = 1e-9;

type Paid = Pick<CompactionEntry, 'event' | 'replaced' | 'folded' | 'blocks'>;

/**
 * Returns when a compaction has paid for itself. Each later request saves the cached price of the removed tokens. The
 * one-time cost has two parts:
 * - the price of the summary
 * - the additional price of the tokens after the first change: the next request pays their full price, not the cached
 *   price. `tokensBehind` returns an upper bound of the number of these tokens.
 *
 * If there is no price for cached input, cached tokens count at the full price. `before` returns the conversation just
 * before the compaction, with the token count of each message.
 */
export function paybackOf(
  compaction: Paid,
  before: () => readonly { readonly id: MessageId; readonly tokens: number }[],
  price: NonNullable<ModelProfile['price']>,
): Payback {
  const { tokensBefore, tokensAfter, summary } = compaction.event;
  const cached = price.cachedInput ?? price.input;
  const eachRequest = (Math.max(0, tokensBefore - tokensAfter) * cached) / 1_000_000;
  const rewritten = (tokensBehind(compaction, before) * (price.input - cached)) / 1_000_000;
  const once = rewritten + (summary?.cost ?? 0);
  return {
    once,
    eachRequest,
    requests: eachRequest > 0 ? Math.max(0, Math.ceil(once / eachRequest - ROUNDING)) : undefined,
  };
}

/**
 * Returns an upper bound of the number of tokens after the first change. The notes come before all messages, so all
 * messages come after a change of the notes.
 */
function tokensBehind(
  { event, replaced, folded, blocks }: Paid,
  before: () => readonly { readonly id: MessageId; readonly tokens: number }[],
): number {
  const { tokensBefore, tokensAfter } = event;
  if (folded.length > 0 || blocks.length > 0) return tokensAfter;
  const changed = new Set(replaced.map(({ id }) => id));
  const held = before();
  const first = held.findIndex(({ id }) => changed.has(id));
  const tail = held.slice(Math.max(0, first)).reduce((sum, { tokens }) => sum + tokens, 0);
  return Math.min(tokensAfter, Math.max(0, tail - (tokensBefore - tokensAfter)));
}
