import { nextRequestCost, type Price } from '../../core/context/cost.ts';
import type { Gauge } from '../../core/context/gauge.ts';
import type { Entry, EntryId } from '../../core/log/entry.ts';
import type { Usage } from '../../core/log/message.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { tokensAfterCompaction, type CompactedBy } from './tokensAfterCompaction.ts';

/** The smallest saving, in US dollars, for which a line is shown above the composer. */
const LEAST_SAVING = 0.05;

export interface CacheClock {
  readonly now: number;
  /** The number of milliseconds for which the provider keeps a prompt in its cache. */
  readonly cacheMs: number;
}

type PriceInput = CacheClock & CompactedBy;

/** For each session, the newest model answer at the time when the person chose to send the context as it is. */
const sentAsItIs = new WeakMap<OpenSession, EntryId>();

/** Returns whether the newest answer is so old that the provider's cache has expired. */
export function isCacheGone(entries: readonly Entry[], { now, cacheMs }: CacheClock): boolean {
  const answer = entries.findLast(isAnswer);
  return answer !== undefined && now - answer.at >= cacheMs;
}

/**
 * Returns the cost of the next request without the provider's cache, for the context as it is and after "Compact Now".
 * A line above the composer shows both costs. Returns undefined in these cases:
 * - The cache has not expired, or the compaction is not planned yet.
 * - The model has no known price for cached input, or the saving is too small.
 * - The context was just compacted or can't be sent as it is.
 * - The person hid the line.
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
  const asItIs = costUncached(gauge.usedTokens, reports, price);
  if (asItIs < LEAST_SAVING || cantBeSentAsItIs(session)) return undefined;
  const tokens = tokensAfterCompaction(session, input, 'asked');
  if (tokens === undefined) return undefined;
  const compacted = costUncached(tokens + gauge.pendingTokens, reports, price);
  return asItIs - compacted < LEAST_SAVING ? undefined : { ageMs: input.now - newest.at, asItIs, compacted };
}

/** Hides the line until the next answer. Called when the person chose to send the context as it is. */
export function hideExpiredCache(session: OpenSession): void {
  const answer = session.live.entries.findLast(isAnswer);
  if (answer !== undefined) sentAsItIs.set(session, answer.id);
  session.conversation.gaugeChanged();
}

function isAnswer(entry: Entry): boolean {
  return entry.kind === 'message' && entry.message.role === 'assistant';
}

/**
 * Returns whether the person can't send the context as it is now. This is so if another agent sends the requests, a
 * turn is running, or a compaction is due or waits for the person's answer.
 */
function cantBeSentAsItIs({ wishes, conversation: { isBusy, compactor } }: OpenSession): boolean {
  return (
    wishes !== undefined || isBusy || compactor.asking.question !== undefined || compactor.wouldRun().run
  );
}

function costUncached(tokens: number, reports: readonly Usage[], price: Price): number {
  return nextRequestCost(tokens, reports, { price, isPrefixKept: false });
}
