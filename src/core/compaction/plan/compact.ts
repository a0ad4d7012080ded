import type { Asked, CompactionView, Goal } from '../compactionView.ts';
import { projectSession } from '../../context/project.ts';
import type { CompactionReason, Tier } from '../../log/entry.ts';
import { aimOfRequest, aimOfTier, aimOfHalf, asSmallAsPossible, type Aim } from '../decide/aim.ts';
import type { Prepared } from './draft.ts';
import { clearingBatch, isByTurns, usedView, due } from '../decide/due.ts';
import { fit, type Unfitting } from './fit.ts';
import type { PlanRequest } from './workingPlan.ts';
import { leastRunSaving } from '../settings.ts';
import { SKIP_SENTENCES, type SkipReason } from '../decide/skip.ts';
import { atOnce, type Steps } from '../../steps.ts';
import { oversizedWork } from '../decide/oversizedWork.ts';

/** The compaction that would be committed now. */
export interface Compaction extends Prepared {
  readonly run: true;
  readonly tier: Tier | 'manual';
  /** One sentence for each attempt that did not fit. */
  readonly shortfalls: readonly string[];
}

export interface Skip {
  readonly run: false;
  readonly reason: SkipReason;
  readonly sentence: string;
  readonly shortfalls: readonly string[];
  /** The plan that was not worth committing. */
  readonly considered?: Prepared;
}

/**
 * Returns the compaction that would be committed now, or the reason why there is none. Contains the whole policy:
 * whether a compaction is due, how far it goes, which messages leave first, and what to try if the result does not fit.
 * The function is pure and calls no model, so that a preview shows exactly what would be committed.
 */
export function compact(view: CompactionView, goal: Goal): Compaction | Skip {
  return atOnce(compactInSteps(view, goal));
}

/** Returns the same result as `compact`, but works in steps, so that a long session does not block the thread. */
export function* compactInSteps(given: CompactionView, goal: Goal): Steps<Compaction | Skip> {
  const view = usedView(given);
  if (goal.by === 'person') return yield* asRequested(view, goal);
  const found = due(view, goal);
  if (!found.run) return skip(found.reason);
  if (found.isClearing === true) return yield* clearing(view);
  if (found.isGoodMoment === true) {
    // Keeps about half of the context, like a requested run with `keepsHalf`.
    const half = aimOfHalf(view, contextTokens(view));
    return yield* planAutomatically(withoutModel(view), {
      ...half,
      reason: 'threshold',
      tier: found.tier,
    });
  }
  const isEmergency = found.tier === 'emergency' && goal.reason === 'threshold';
  const reason = isEmergency ? 'emergency' : goal.reason;
  return yield* planAutomatically(view, aimOfTier(found.tier, reason, viewAfterOverflow(view, goal.reason)));
}

/**
 * Returns a view whose strategy has no summary by a model. Used for a run at a good moment: nobody waits for such a
 * run, so a summary might be paid for and never read.
 */
function withoutModel(view: CompactionView): CompactionView {
  return { ...view, strategy: { ...view.strategy, hasSummary: false } };
}

function* asRequested(view: CompactionView, asked: Asked): Steps<Compaction | Skip> {
  const { tier, budgetTokens, keepsHalf } = asked;
  if (tier !== undefined && budgetTokens === undefined)
    return yield* planAutomatically(view, { ...aimOfTier(tier, 'threshold', view), asked });
  const isHalf = keepsHalf === true && budgetTokens === undefined;
  const aim = isHalf ? aimOfHalf(view, contextTokens(view), asked) : aimOfRequest(view, asked);
  const tried = yield* fit(view, { ...aim, asksModel: asksModel(view, aim) });
  return 'sentence' in tried ? skip('cannot_fit', tried.sentence) : worthwhile(tried);
}

/**
 * Plans a run that shortens only large tool results, while the context is between the target and the background tier.
 * Plans no run until enough results can be shortened in one run.
 */
function* clearing(view: CompactionView): Steps<Compaction | Skip> {
  const { strategy, settings } = view;
  const found = yield* planAutomatically(
    {
      ...view,
      strategy: { ...strategy, passes: ['toolResults'] },
      settings: { ...settings, minSavingTokens: clearingBatch(view) },
    },
    { ...aimOfTier('background', 'threshold', view), targetTokens: 0 },
  );
  return found.run ? found : skip('below_threshold');
}

/**
 * Plans an automatic run. Asks no model if the work does not fit the window (`oversizedWork`). If the context can't be
 * made as small as the aim says, the context must at least fit the window. If this is not possible either, the context
 * becomes as small as possible, and the next request reports what is too large.
 */
function* planAutomatically(view: CompactionView, wanted: Aim): Steps<Compaction | Skip> {
  const isOversized = oversizedWork(view) !== undefined;
  const aim = { ...wanted, isOversized, asksModel: !isOversized && asksModel(view, wanted) };
  const shortfalls: string[] = [];
  const fitsWindow = { ...aim, mustFitTokens: view.usableTokens };
  for (const attempt of aim.mustFitTokens === undefined ? [aim] : [aim, fitsWindow]) {
    const tried = yield* fit(view, attempt);
    if (!('sentence' in tried)) return worthwhile(tried, shortfalls);
    shortfalls.push(tried.sentence);
  }
  // This aim has no limit, so `fit` always finds a plan.
  const smallest = yield* fit(view, asSmallAsPossible(aim));
  return worthwhile(smallest as Exclude<Prepared, Unfitting>, shortfalls);
}

/**
 * Returns the view. If the reason is an overflow, the window in the returned view is at most the size of the context
 * that the provider rejected.
 */
function viewAfterOverflow(view: CompactionView, reason: CompactionReason): CompactionView {
  if (reason !== 'overflow') return view;
  return { ...view, usableTokens: Math.min(view.usableTokens, contextTokens(view)) };
}

/** Counts the tokens of the context with Longthread's own counter, which all figures of a plan use. */
function contextTokens({ session, account, overheadTokens = 0 }: CompactionView): number {
  return account.ofContext(projectSession(session)) + overheadTokens;
}

/**
 * Returns whether a model is asked for a summary. In an emergency, no model is asked. A paused model is asked only at
 * the tier `manual`, i.e. in a run that the person requested.
 */
function asksModel({ strategy, summarizer }: CompactionView, { tier, asked }: Aim): boolean {
  const isThere = summarizer === 'ready' || (summarizer === 'resting' && tier === 'manual');
  return isThere && strategy.hasSummary && tier !== 'emergency' && asked.withoutModel !== true;
}

function worthwhile(prepared: Prepared, shortfalls: readonly string[] = []): Compaction | Skip {
  const { working, tokensBefore, request } = prepared.plan;
  const { tier } = request.aim;
  if (working.treatedCount === 0 && !working.rewritesRecord)
    return { ...nothingToDo(prepared), shortfalls, considered: prepared };
  const isAsked = tier === 'manual' && working.isEdited;
  if (!isAsked && tokensBefore - prepared.tokensAfter < leastSaving(request))
    return { ...skip('not_worth_it'), shortfalls, considered: prepared };
  return { ...prepared, run: true, tier, shortfalls };
}

/**
 * Returns the minimum number of tokens that a run must free. A run that is due only because turns have left the window
 * need not free any tokens.
 */
function leastSaving({ aim: { tier }, settings, strategy, usableTokens }: PlanRequest): number {
  if (isByTurns(tier, strategy, settings)) return -Infinity;
  return tier === 'manual' || tier === 'emergency' ? 1 : leastRunSaving(settings, usableTokens);
}

function nothingToDo({ plan: { working } }: Prepared): Skip {
  const isKept = working.units.some(({ wish }) => wish === 'stays');
  return isKept
    ? skip('no_eligible_batch', 'You chose to keep every message that could be compacted.')
    : skip('no_eligible_batch');
}

function skip(reason: SkipReason, sentence = SKIP_SENTENCES[reason]): Skip {
  return { run: false, reason, sentence, shortfalls: [] };
}
