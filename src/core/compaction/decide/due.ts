import { foldableTurns, unitsOf } from '../units.ts';
import type { CompactionView, Goal, RunConditions } from '../compactionView.ts';
import { TOKENS_PER_MESSAGE, type TokenAccount } from '../../context/account.ts';
import { isShortened, treatmentsOf, withoutReasoning, type Treatments } from '../../context/project.ts';
import { accumulated } from '../../memoized.ts';
import type { Tier } from '../../log/entry.ts';
import { standingPlan } from '../../context/standingPlan.ts';
import { personTextOf, toolCallsOf } from '../../log/message.ts';
import type { Session, SessionMessage } from '../../log/session.ts';
import { leastStubSaving, savingWorthCacheLoss, type CompactionSettings } from '../settings.ts';
import type { SkipReason } from './skip.ts';
import { type Strategy, withRecall } from '../strategies.ts';

export type Due =
  | {
      readonly run: true;
      readonly tier: Tier;
      /** Whether the run only shortens tool results, because the threshold of the tier is not reached. */
      readonly isClearing?: true;
      /** Whether the run starts below the threshold because this is a good moment. */
      readonly isGoodMoment?: true;
    }
  | {
      readonly run: false;
      readonly reason: SkipReason;
      /** The run's tier, if a run is due but waits for the end of the turn or for the person. */
      readonly tier?: Tier;
    };

const RANK: Readonly<Record<Tier, number>> = { background: 0, aggressive: 1, emergency: 2 };

/** Returns whether a compaction would start automatically now. Does not plan the compaction. */
export function due(view: CompactionView, goal: Goal & { readonly by: 'automatic' }): Due {
  // After an overflow, a run is due regardless of the gauge, because the provider rejected a request as too long.
  return goal.reason === 'overflow' ? { run: true, tier: 'emergency' } : dueTier(usedView(view), goal);
}

/** Returns the view with the strategy to use: `hybrid` if its strategy needs recall and the model has no recall. */
export function usedView(view: CompactionView): CompactionView {
  return { ...view, strategy: withRecall(view.strategy, view.canRecall !== false) };
}

/** Returns whether an automatic run starts now, and at which tier. If no run starts, returns the reason. */
export function dueTier(view: CompactionView, conditions: RunConditions): Due {
  const { runningTier, restsThrough } = conditions;
  const skip = (reason: SkipReason): Due => ({ run: false, reason });
  const tier = standingTier(view);
  if (tier === undefined) {
    if (startsAtGoodMoment(view, conditions)) return AT_GOOD_MOMENT;
    return clears(view, conditions) ? CLEARING : skip('below_threshold');
  }
  const isEmergency = tier === 'emergency';
  if (runningTier !== undefined && (!isEmergency || runningTier === 'emergency'))
    return skip('already_in_flight');
  if (
    !isEmergency &&
    restsThrough !== undefined &&
    restsThrough !== 'none' &&
    !isTierAbove(tier, restsThrough)
  )
    return skip('deferred_by_user');
  if (view.summarizer === 'resting' && isForSummary(tier, view.strategy, view.settings))
    return skip('summarizer_resting');
  const waits = isEmergency ? undefined : waitsFor(tier, view, conditions);
  return waits === undefined ? { run: true, tier } : { run: false, reason: waits, tier };
}

/** Returns why a run below the emergency tier waits: a setting, or a turn in progress while there is room. */
function waitsFor(
  tier: Tier,
  view: CompactionView,
  { isAgreed, isAmidTurn, isGoodMoment }: RunConditions,
): 'waits_for_turn' | 'asks_first' | 'only_by_person' | undefined {
  const { when, thresholds } = view.settings;
  if (when === 'manual') return 'only_by_person';
  if (
    isAmidTurn === true &&
    isAgreed !== true &&
    isGoodMoment !== true &&
    tier === 'background' &&
    shareOf(view) < thresholds.aggressive
  )
    return 'waits_for_turn';
  return when === 'ask' && isAgreed !== true ? 'asks_first' : undefined;
}

/** Returns whether the turn is in progress: the newest message is a call or a result. */
export function isAmidTurn({ messages }: Session): boolean {
  const newest = messages.findLast(({ message }) => message.role !== 'system')?.message;
  return newest !== undefined && (newest.role === 'tool' || toolCallsOf(newest).length > 0);
}

/** A plan that was not updated for this many turns counts as abandoned. */
const LONGEST_TASK_TURNS = 10;

/** Returns whether the model's plan has open steps and is not abandoned. */
export function isAmidTask(session: Session): boolean {
  const plan = standingPlan(session);
  if (plan?.items.some(({ state }) => state !== 'done') !== true) return false;
  const since = session.messages.slice(session.messages.findLastIndex(({ id }) => id === plan.id));
  return since.filter(({ message }) => personTextOf(message).trim() !== '').length < LONGEST_TASK_TURNS;
}

const AT_GOOD_MOMENT: Due = { run: true, tier: 'background', isGoodMoment: true };

/** Returns whether a run starts at a good moment: if runs are automatic, and no run is in progress or paused. */
function startsAtGoodMoment(view: CompactionView, conditions: RunConditions): boolean {
  const isFree = conditions.runningTier === undefined && conditions.restsThrough === undefined;
  return conditions.isGoodMoment === true && isFree && view.settings.when === 'automatic';
}

const CLEARING: Due = { run: true, tier: 'background', isClearing: true };

/**
 * Returns whether enough large tool results can be shortened now. Above the target share, results that are no longer
 * among the newest messages are shortened in batches. These results are near the end of the request, so only a small
 * part of the next request is uncached. This costs far less than sending all these results in each later request.
 */
function clears(view: CompactionView, { runningTier, restsThrough }: RunConditions): boolean {
  if (runningTier !== undefined || restsThrough !== undefined) return false;
  if (view.settings.when !== 'automatic') return false;
  return clearsResults(view.strategy, view.settings, shareOf(view)) && clearable(view) >= clearingBatch(view);
}

/** Returns whether old tool results are shortened at this share of the window. */
export function clearsResults(strategy: Strategy, settings: CompactionSettings, share: number): boolean {
  const isByTiers = strategy.trigger(settings).by === 'tiers';
  return isByTiers && strategy.passes.includes('toolOutputs') && share >= settings.target;
}

export function clearingBatch({ settings, usableTokens }: CompactionView): number {
  return Math.max(leastStubSaving(settings, usableTokens), savingWorthCacheLoss(usableTokens));
}

/** Returns an upper bound of the tokens of large results before the newest messages. A cheap check before planning. */
function clearable(view: CompactionView): number {
  const kept = newestOf(view, view.ahead).filter(({ isLarge }) => isLarge);
  const all = view.resultTokens ?? standingResults(view);
  return all - kept.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * Returns, for each large tool result among the newest messages, how many tokens must follow until the result counts as
 * old. Returns two numbers for each result: one for the limit `protectedTokens` and one for the limit `recentShare`.
 */
export function clearingTokensAhead(view: CompactionView): readonly number[] {
  const { settings, usableTokens } = view;
  const limits = [settings.stubs.protectedTokens, Math.ceil(usableTokens * settings.recentShare)];
  return newestOf(view).flatMap(({ isLarge, before }) =>
    isLarge ? limits.map((limit) => limit - before) : [],
  );
}

interface Newest {
  /** The tokens of the message. */
  readonly tokens: number;
  /** The total token count of the messages that are newer than this message. */
  readonly before: number;
  /** Whether the message is a tool result that is worth shortening. */
  readonly isLarge: boolean;
}

/** The minimum number of messages in a turn: a request and its answer. */
const MESSAGES_PER_TURN = 2;

/** Returns the newest messages, newest first. Their tool results are kept. `ahead` is the assumed further growth. */
function newestOf(view: CompactionView, ahead = { tokens: 0, turns: 0 }): readonly Newest[] {
  const { session, settings, usableTokens } = view;
  const newest: Newest[] = [];
  let before = ahead.tokens;
  for (let at = session.messages.length - 1; at >= 0; at -= 1) {
    const message = session.messages[at];
    const messages = newest.length + MESSAGES_PER_TURN * ahead.turns;
    const isRecent = messages < settings.keepRecentMessages && before < usableTokens * settings.recentShare;
    if (message === undefined || (!isRecent && before >= settings.stubs.protectedTokens)) break;
    const tokens = originalTokens(message, view);
    const isLarge = message.message.role === 'tool' && tokens >= settings.stubs.minTokens;
    newest.push({ tokens, before, isLarge });
    before += tokens;
  }
  return newest;
}

/**
 * Returns the token count of a message before any compaction. If a tool result was too large and only an excerpt is in
 * the context, returns the token count of the excerpt.
 */
function originalTokens(
  { id, message }: SessionMessage,
  { account, session }: { readonly account: TokenAccount; readonly session: Pick<Session, 'keptOut'> },
): number {
  const keptOut = session.keptOut.get(id);
  if (keptOut === undefined) return account.ofMessage(withoutReasoning(message), id);
  return account.ofText(keptOut.text) + TOKENS_PER_MESSAGE;
}

function standingResults({ session, account, settings }: CompactionView): number {
  const treatments = treatmentsOf(session);
  const { minTokens } = settings.stubs;
  const known = resultSums.get(treatments);
  const isKnown = known?.account === account && known.minTokens === minTokens;
  const sum = isKnown ? known.sum : sumOfResults(treatments, { session, account, settings });
  resultSums.set(treatments, { account, minTokens, sum });
  return sum(session.messages);
}

/** Cached sums of large results, so that each message is counted only once while the treatments stay the same. */
const resultSums = new WeakMap<Treatments, ResultSum>();

interface ResultSum {
  readonly account: TokenAccount;
  readonly minTokens: number;
  readonly sum: (messages: readonly SessionMessage[]) => number;
}

function sumOfResults(
  treatments: Treatments,
  { session, account, settings }: Pick<CompactionView, 'session' | 'account' | 'settings'>,
): ResultSum['sum'] {
  const { keptOut } = session;
  return accumulated<SessionMessage, number>(0, (sum, message) => {
    const { id } = message;
    const isStanding = !treatments.folded.has(id) && !isShortened(treatments, { keptOut }, id);
    if (message.message.role !== 'tool' || !isStanding) return sum;
    const tokens = originalTokens(message, { account, session: { keptOut } });
    return tokens >= settings.stubs.minTokens ? sum + tokens : sum;
  });
}

/** Returns the context's current tier; at least the background tier if a batch of turns has left the window. */
export function standingTier(view: CompactionView): Tier | undefined {
  return tierOf(shareOf(view), view.strategy, view.settings) ?? (hasBatch(view) ? 'background' : undefined);
}

/** Returns the used share of the usable window. */
export function shareOf(view: Pick<CompactionView, 'usedTokens' | 'usableTokens'>): number {
  return view.usedTokens / Math.max(1, view.usableTokens);
}

/**
 * Returns the tier for a share of the window; undefined below all tiers. A strategy that is triggered by a share
 * reaches the background tier at its share, and the emergency tier only if its share is below the emergency threshold.
 * For a strategy that is triggered by turns, returns at most `emergency`: `standingTier` adds the background tier.
 */
export function tierOf(share: number, strategy: Strategy, settings: CompactionSettings): Tier | undefined {
  const trigger = strategy.trigger(settings);
  const { background, aggressive, emergency } = settings.thresholds;
  if (trigger.by === 'share' && trigger.at >= emergency)
    return share >= trigger.at ? 'background' : undefined;
  if (share >= emergency) return 'emergency';
  switch (trigger.by) {
    case 'share':
      return share >= trigger.at ? 'background' : undefined;
    case 'turns':
      return undefined;
    case 'tiers':
      if (share >= aggressive) return 'aggressive';
      return share >= background ? 'background' : undefined;
  }
}

export function isTierAbove(tier: Tier, other: Tier): boolean {
  return RANK[tier] > RANK[other];
}

/**
 * Returns whether the summary is the only purpose of a run. Such a run is due because turns have left the window, and
 * not because the context needs room. Without a summary, there is no reason to fold these turns.
 */
export function isForSummary(
  tier: Tier | 'manual',
  strategy: Strategy,
  settings: CompactionSettings,
): boolean {
  return isByTurns(tier, strategy, settings) && strategy.hasSummary;
}

/** Returns whether a run is due only because turns have left the window. */
export function isByTurns(tier: Tier | 'manual', strategy: Strategy, settings: CompactionSettings): boolean {
  return tier === 'background' && strategy.trigger(settings).by === 'turns';
}

/** Returns whether a batch of turns has left the window of a strategy that is triggered by turns. */
function hasBatch(view: CompactionView): boolean {
  const { strategy, settings, turns = Infinity, ahead } = view;
  if (strategy.trigger(settings).by !== 'turns' || turns + (ahead?.turns ?? 0) <= settings.window.turns)
    return false;
  return (turnsUntilBatch(view) ?? Infinity) <= (ahead?.turns ?? 0);
}

/**
 * Returns how many turns remain until a batch leaves the window, without the assumed turns in `ahead`; 0 or less if a
 * batch has already left the window. Undefined for a strategy that is not triggered by turns.
 */
export function turnsUntilBatch(view: CompactionView): number | undefined {
  const { session, strategy, settings } = view;
  if (strategy.trigger(settings).by !== 'turns') return undefined;
  const { folded } = treatmentsOf(session);
  return settings.window.batch - foldableTurns(unitsOf(session), (id) => folded.has(id), settings).fallen;
}
