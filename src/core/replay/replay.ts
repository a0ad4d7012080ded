import { compact, type Compaction } from '../compaction/plan/compact.ts';
import type { CompactionSettings } from '../compaction/settings.ts';
import type { Strategy } from '../compaction/strategies.ts';
import { largestResults } from '../context/keepOut.ts';
import { oversizedWork } from '../compaction/decide/oversizedWork.ts';
import { SUMMARY_SHARE } from '../compaction/plan/writeRecord.ts';
import type { Message } from '../log/message.ts';
import { GrowingContext } from './growingContext.ts';
import { ReplayTally, type ReplayResult, type SummaryCost, type TallyTerms } from './tally.ts';

export interface ReplayRequest extends Pick<
  TallyTerms,
  'account' | 'overheadTokens' | 'price' | 'onCompacted'
> {
  /** The messages of the session to replay, with their times if these are known. */
  readonly messages: readonly { readonly at?: number; readonly message: Message }[];
  /** The maximum number of tokens of a request. */
  readonly usableTokens: number;
  readonly strategy: Strategy;
  readonly settings: CompactionSettings;
}

/**
 * Replays a session with a strategy: before each answer of the assistant, compacts the context if the strategy would
 * have compacted it. The time is proportional to the number of messages, plus the size of the context for each
 * compaction.
 */
export function replay(request: ReplayRequest): ReplayResult {
  const { strategy, usableTokens, messages } = request;
  const tally = new ReplayTally({ ...request, strategy: strategy.name, limitTokens: usableTokens });
  const { settings, account } = request;
  const growing = new GrowingContext(account, {
    least: settings.stubs.minTokens,
    largest: largestResults(usableTokens, settings.recentShare),
  });
  for (const { at = 0, message } of messages) {
    if (message.role === 'assistant') step(message, request, { growing, tally });
    growing.add(message, at);
    tally.saw(message);
  }
  return tally.result();
}

interface Replayed {
  readonly growing: GrowingContext;
  readonly tally: ReplayTally;
}

/**
 * Replays a request and its answer. First compacts the context if a threshold is reached. If the request is too large
 * even then, compacts the context as after a refusal by the provider.
 */
function step(answer: Message, request: ReplayRequest, replayed: Replayed): void {
  const { growing, tally } = replayed;
  compactFor('threshold', request, replayed);
  if (growing.tokens + (request.overheadTokens ?? 0) > request.usableTokens)
    compactFor('overflow', request, replayed);
  tally.sent(growing.context, answer, growing.takeUnchanged());
}

function compactFor(
  reason: 'threshold' | 'overflow',
  request: ReplayRequest,
  { growing, tally }: Replayed,
): void {
  const view = {
    ...request,
    session: growing.session,
    usedTokens: growing.tokens + (request.overheadTokens ?? 0),
    turns: growing.turns,
    resultTokens: growing.resultTokens,
  };
  const compaction = compact(view, { by: 'automatic', reason });
  if (!compaction.run) return;
  // For oversized work, no model would be asked for a summary.
  const isOversized = oversizedWork(view) !== undefined;
  growing.commit(compaction.draft);
  tally.compacted(isOversized ? undefined : summaryCost(compaction, request));
}

/**
 * Returns the cost of the summary that a model would have written. Undefined if no model would have been asked: if the
 * strategy has no summary, no message was newly folded, or the tier is `emergency`.
 */
function summaryCost(
  { plan: { request }, newlyFolded, tier }: Compaction,
  { strategy, account }: ReplayRequest,
): SummaryCost | undefined {
  if (!strategy.hasSummary || newlyFolded.length === 0 || tier === 'emergency') return undefined;
  return {
    calls: 1,
    inputTokens: newlyFolded.reduce((sum, { id, message }) => sum + account.ofMessage(message, id), 0),
    outputTokens: Math.floor(request.aim.record.reserve * SUMMARY_SHARE),
  };
}
