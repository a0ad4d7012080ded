import { nextRequestCost, type Price } from '../../core/context/cost.ts';
import type { Gauge } from '../../core/context/gauge.ts';
import type { Entry, EntryId } from '../../core/log/entry.ts';
import type { Usage } from '../../core/log/message.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { tokensAfterCompaction, type CompactedBy } from './tokensAfterCompaction.ts';

/** In US dollars. A smaller saving is not worth a line above the composer. */
const LEAST_SAVING = 0.05;

export interface CacheClock {
  readonly now: number;
  /** How long the provider keeps a prompt in its cache, in milliseconds. */
  readonly cacheMs: number;
}

type PriceInput = CacheClock & CompactedBy;

/** By session, the newest answer after which the person chose to send the context as it is. */
const sentAsItIs = new WeakMap<OpenSession, EntryId>();

/** Returns whether the newest answer is so old that the provider's cache has expired. */
export function isCacheGone(entries: readonly Entry[], { now, cacheMs }: CacheClock): boolean {
  const answer = entries.findLast(isAnswer);
  return answer !== undefined && now - answer.at >= cacheMs;
}

/**
 * Returns the cost of the next request without a cache, for the context as it is and after "Compact Now". Returns
 * undefined while the cache holds or the compaction is not planned yet, and if no price is known, the context was just
 * compacted or is not sent as it is, little is saved, or the person hid the line.
 */
export function priceWithoutCache(
  session: OpenSession,
  gauge: Gauge,
  input: PriceInput,
  reports: readonly Usage[],
): GaugeView['expiredCache'] {
  const { entries } = session.live;
  const { price } = session.conversation.request;
  if (price?.cachedInput === undefined || gauge.share > 1 || !isCacheGone(entries, input)) return undefined;
  const newest = entries.findLast((entry) => isAnswer(entry) || entry.kind === 'compaction');
  if (newest?.kind !== 'message' || sentAsItIs.get(session) === newest.id) return undefined;
  const asItIs = costOfAll(gauge.usedTokens, reports, price);
  if (asItIs < LEAST_SAVING || isSentOtherwise(session)) return undefined;
  const tokens = tokensAfterCompaction(session, input, 'asked');
  if (tokens === undefined) return undefined;
  const compacted = costOfAll(tokens + gauge.pendingTokens, reports, price);
  return asItIs - compacted < LEAST_SAVING ? undefined : { ageMs: input.now - newest.at, asItIs, compacted };
}

/** Hides the price until the next answer, since the person sends the context as it is. */
export function sendAsItIs(session: OpenSession): void {
  const answer = session.live.entries.findLast(isAnswer);
  if (answer !== undefined) sentAsItIs.set(session, answer.id);
  session.conversation.gaugeChanged();
}

function isAnswer(entry: Entry): boolean {
  return entry.kind === 'message' && entry.message.role === 'assistant';
}

/**
 * Returns whether the next request is not sent as it is: because another agent sends it, a turn runs, or a compaction
 * comes first or asks.
 */
function isSentOtherwise({ wishes, conversation: { isBusy, compactor } }: OpenSession): boolean {
  return (
    wishes !== undefined || isBusy || compactor.asking.question !== undefined || compactor.wouldRun().run
  );
}

function costOfAll(tokens: number, reports: readonly Usage[], price: Price): number {
  return nextRequestCost(tokens, reports, { price, isPrefixKept: false });
}
