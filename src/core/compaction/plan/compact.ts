import type { TokenAccount } from '../../context/account.ts';
import type { Context } from '../../context/context.ts';
import { projectSession } from '../../context/project.ts';
import type { ShownTokens } from '../../context/gauge.ts';
import type { MessageFacts } from '../../context/facts.ts';
import type { CompactionReason, MessageId, Tier } from '../../log/entry.ts';
import type { Session } from '../../log/session.ts';
import {
  aimOfClearing,
  aimOfRequest,
  aimOfTier,
  aimOfUsual,
  asSmallAsPossible,
  type Aim,
} from '../decide/aim.ts';
import type { Prepared, PrepareOptions } from './draft.ts';
import { clearingBatch, dueTier, isByTurns, type Due, type Held } from '../decide/due.ts';
import { fit, type Unfitting } from './fit.ts';
import { leastRunSaving, type CompactionSettings } from '../settings.ts';
import { SKIP_SENTENCES, type SkipReason } from '../decide/skip.ts';
import { atOnce, type Steps } from '../../steps.ts';
import { withRecall, type Strategy } from '../strategies.ts';
import { unlastingWork } from '../decide/unlasting.ts';
import type { Wishes } from './wishes.ts';

/** A session as it is when a compaction is thought of, and what it is to fit. */
export interface CompactionView {
  readonly session: Session;
  readonly account: TokenAccount;
  readonly settings: CompactionSettings;
  readonly strategy: Strategy;
  readonly usableTokens: number;
  /** By the gauge: the provider's report where there is one. */
  readonly usedTokens: number;
  /** Tool schemas and whatever else every request carries. */
  readonly overheadTokens?: number;
  /** Facts extracted as messages arrived. */
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  readonly oftenRecalled?: ReadonlySet<string>;
  /** False where the model has no way to recall; a strategy that trusts recall then gives way to `hybrid`. */
  readonly canRecall?: boolean;
  /** The model that summarizes: there, or resting after failures; absent where there is none. */
  readonly summarizer?: 'ready' | 'resting';
  /** The person's turns from the oldest on that stands; absent where they are to be counted. */
  readonly turns?: number;
  /** Tokens of large tool results that stand in full; absent where they are to be counted. */
  readonly resultTokens?: number;
  /** How much further the session is thought to be than its messages: tokens, and turns of the person. */
  readonly ahead?: { readonly tokens: number; readonly turns: number };
  /** What the context takes as it will be sent, where that is not what the account says. */
  readonly measure?: (context: Context) => number;
  /** How a figure is told in a sentence. */
  readonly shown?: ShownTokens;
}

/** What a compaction is thought of for: it may be due by itself, or a person asks for it. */
export type Goal =
  | ({ readonly by: 'itself'; readonly reason: Exclude<CompactionReason, 'manual'> } & Held)
  | {
      readonly by: 'person';
      /** As far as a run that starts by itself at this tier would go: what was asked about. A budget goes before it. */
      readonly tier?: Tier;
      /** Most tokens of the whole context. */
      readonly budgetTokens?: number;
      /** Without a budget: about half stays. Otherwise everything older than the newest is compacted. */
      readonly keepsHalf?: boolean;
      readonly instructions?: string;
      /** What is to become of single messages, or of a part of the session, whatever the strategy would do. */
      readonly wishes?: Wishes;
      /** No model is to tell of what goes, now or later. */
      readonly withoutModel?: true;
    };

/** What would be committed, if nothing changes. */
export interface Compaction extends Prepared {
  readonly run: true;
  readonly tier: Tier | 'manual';
  /** What it was meant to fit and could not, a sentence each. */
  readonly shortfalls: readonly string[];
}

export interface Skip {
  readonly run: false;
  readonly reason: SkipReason;
  readonly sentence: string;
  readonly shortfalls: readonly string[];
  /** What was planned, where that was found to be not worth it. */
  readonly considered?: Prepared;
}

/**
 * What compacting would do now, with nothing done and no model asked: whether it is time, how far to go, what yields, and
 * what is tried when that does not fit. A pure function, so a preview is what will be committed.
 */
export function compact(asked: CompactionView, goal: Goal): Compaction | Skip {
  return atOnce(compactInSteps(asked, goal));
}

/** The same in steps: what a long session takes must not hold up what else its thread has to do. */
export function* compactInSteps(asked: CompactionView, goal: Goal): Steps<Compaction | Skip> {
  const view = usedView(asked);
  if (goal.by === 'person') return yield* asRequested(view, goal);
  const due = dueByItself(view, goal);
  if (!due.run) return skip(due.reason);
  if (due.isClearing === true) return yield* clearing(view);
  const isEmergency = due.tier === 'emergency' && goal.reason === 'threshold';
  const reason = isEmergency ? 'emergency' : goal.reason;
  return yield* byItself(view, due.tier, aimOfTier(due.tier, reason, refusedFrame(view, goal.reason)));
}

/** Whether a compaction would start by itself now, without planning it. */
export function due(asked: CompactionView, goal: Goal & { readonly by: 'itself' }): Due {
  return dueByItself(usedView(asked), goal);
}

function dueByItself(view: CompactionView, goal: Goal & { readonly by: 'itself' }): Due {
  // A provider that refused a request as too long knows better than any gauge.
  return goal.reason === 'overflow' ? { run: true, tier: 'emergency' } : dueTier(view, goal);
}

function usedView(view: CompactionView): CompactionView {
  return { ...view, strategy: withRecall(view.strategy, view.canRecall !== false) };
}

type Requested = Goal & { readonly by: 'person' };

function* asRequested(view: CompactionView, goal: Requested): Steps<Compaction | Skip> {
  const { tier, budgetTokens, keepsHalf, wishes } = goal;
  if (tier !== undefined && budgetTokens === undefined)
    return yield* byItself(view, tier, aimOfTier(tier, 'threshold', view), goal);
  const isUsual = keepsHalf === true && budgetTokens === undefined;
  const aim = isUsual ? aimOfUsual(view, contextTokens(view)) : aimOfRequest(view, budgetTokens);
  const tried = yield* fit(view, aim, optionsOf(view, 'manual', goal), wishes);
  return 'sentence' in tried ? skip('cannot_fit', tried.sentence) : worthwhile(tried, 'manual', view);
}

function optionsOf(
  view: CompactionView,
  tier: Tier | 'manual',
  { instructions, withoutModel }: Pick<Requested, 'instructions' | 'withoutModel'>,
): Omit<PrepareOptions, 'durationMs'> {
  return {
    ...(withoutModel === true ? { isRefused: true } : prosePending(view, tier)),
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** Between target and background tier tool results alone go, in batches; where there is too little, it is not time yet. */
function* clearing(view: CompactionView): Steps<Compaction | Skip> {
  const { strategy, settings } = view;
  const found = yield* byItself(
    {
      ...view,
      strategy: { ...strategy, passes: ['toolResults'] },
      settings: { ...settings, minSavingTokens: clearingBatch(view) },
    },
    'background',
    aimOfClearing(view),
  );
  return found.run ? found : skip('below_threshold');
}

/** What can't be made to fit well is made to fit at all, or else as small as it can be: the request says what is too large. */
function* byItself(
  view: CompactionView,
  tier: Tier,
  aim: Aim,
  asked: Pick<Requested, 'instructions' | 'wishes'> = {},
): Steps<Compaction | Skip> {
  const options = optionsOf(view, tier, asked);
  const shortfalls: string[] = [];
  const atAll = { ...aim, mustFitTokens: view.usableTokens };
  for (const attempt of aim.mustFitTokens === undefined ? [aim] : [aim, atAll]) {
    const tried = yield* fit(view, attempt, options, asked.wishes);
    if (!('sentence' in tried)) return worthwhile(tried, tier, view, shortfalls);
    shortfalls.push(tried.sentence);
  }
  const smallest = yield* fit(view, asSmallAsPossible(aim), options, asked.wishes);
  return worthwhile(smallest as Exclude<Prepared, Unfitting>, tier, view, shortfalls);
}

/** What a provider has just refused is more than there is room for, whatever is known of the window. */
function refusedFrame(view: CompactionView, reason: CompactionReason): CompactionView {
  if (reason !== 'overflow') return view;
  return { ...view, usableTokens: Math.min(view.usableTokens, contextTokens(view)) };
}

/** By our own count, as all figures of a plan are. */
function contextTokens({ session, account, overheadTokens = 0 }: CompactionView): number {
  return account.ofContext(projectSession(session)) + overheadTokens;
}

/**
 * Whether a model will be asked for a summary: what the person asks for asks a resting model again, an emergency asks none,
 * nor does a run by itself whose gain is gone within a few messages.
 */
function prosePending(view: CompactionView, tier: Tier | 'manual'): { isProsePending: boolean } {
  const { strategy, summarizer } = view;
  const isAsked = summarizer === 'ready' || (summarizer === 'resting' && tier === 'manual');
  const isWanted = strategy.hasSummary && tier !== 'emergency' && isAsked;
  return { isProsePending: isWanted && (tier === 'manual' || unlastingWork(view) === undefined) };
}

function worthwhile(
  prepared: Prepared,
  tier: Tier | 'manual',
  view: CompactionView,
  shortfalls: readonly string[] = [],
): Compaction | Skip {
  const { working, tokensBefore } = prepared.plan;
  const least = leastSaving(tier, view);
  if (working.treatedCount === 0 && !working.rewritesRecord)
    return { ...nothingToDo(prepared), shortfalls, considered: prepared };
  const isAsked = tier === 'manual' && working.isEdited;
  if (!isAsked && tokensBefore - prepared.tokensAfter < least)
    return { ...skip('not_worth_it'), shortfalls, considered: prepared };
  return { ...prepared, run: true, tier, shortfalls };
}

/** Tokens that a run has to free. One that is due by turns keeps the window at its turns, whatever that frees. */
function leastSaving(tier: Tier | 'manual', { settings, strategy, usableTokens }: CompactionView): number {
  if (isByTurns(tier, strategy, settings)) return -Infinity;
  return tier === 'manual' || tier === 'emergency' ? 1 : leastRunSaving(settings, usableTokens);
}

function nothingToDo({ plan: { working } }: Prepared): Skip {
  const isKept = working.units.some(({ wish }) => wish === 'stays');
  return isKept ? skip('no_eligible_batch', 'You keep all that could go.') : skip('no_eligible_batch');
}

function skip(reason: SkipReason, sentence = SKIP_SENTENCES[reason]): Skip {
  return { run: false, reason, sentence, shortfalls: [] };
}
