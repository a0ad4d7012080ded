import type { CompactionEntry, MessageId } from '../../log/entry.ts';
import type { ModelProfile } from '../../ports.ts';

/** Costs and savings of a compaction, in US dollars. */
export interface Payback {
  /** Paid once: the model's summary, and what the provider had in its cache and is sent anew. */
  readonly once: number;
  /** Saved with each request from then on. */
  readonly eachRequest: number;
  /** Requests after which it has paid for itself; undefined where it never does. */
  readonly requests: number | undefined;
}

/** Figures that are equal but for how fractions are kept count as equal. */
const ROUNDING = 1e-9;

type Paid = Pick<CompactionEntry, 'event' | 'replaced' | 'folded' | 'blocks'>;

/**
 * When a compaction has paid for itself. Without it, what it took away would be read from the provider's cache with each
 * request: that is saved. Against it stand the summary's cost and, once, all tokens behind the first change at the full
 * instead of the cached price. `before` gives what the conversation held when it was made, with each message's tokens; what
 * is told is at most what was paid. Where the price has no cached input, there is no cache to lose.
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

/** Tokens behind the first change, at most. The notes stand before all messages: where they change, so does everything. */
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
