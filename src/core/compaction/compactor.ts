import { Cancellation } from '../cancellation.ts';
import type {
  CompactionEntry,
  CompactionReason,
  Draft,
  Entry,
  EntryId,
  RunEntry,
  Tier,
} from '../session/entry.ts';
import { undoScope } from '../session/session.ts';
import { SummaryError, type Summarize, type Summary, type SummaryMemory } from '../summary/summary.ts';
import { CannotFitError, compactToFit } from './compactToFit.ts';
import type { AskedRun, CompactorDependencies, CompactorView } from './compactorPorts.ts';
import { decide, type Decision, type SkipReason } from './decide.ts';
import { prepare, type CompactionDraft, type Prepared } from './draft.ts';
import { refused, type Outcome } from './outcome.ts';
import { fenceOf } from './fence.ts';
import { goalOfRequest, goalOfTier } from './goals.ts';
import { foldableTurns } from './passes/foldTurns.ts';
import { startPlan, type Goal, type PlanRequest } from './plan.ts';
import { remeasure } from './remeasure.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';
import { tierOf } from './tiers.ts';
import { writeSummary } from './writeSummary.ts';

interface Run {
  readonly tier: Tier | 'manual';
  readonly cancellation: Cancellation;
  readonly finished: Promise<Outcome>;
}

/** After so many failed summaries in a row the model rests, until the model or the person changes something. */
const FAILURES_BEFORE_REST = 3;

/**
 * When to compact, one run at a time: idle → running → idle. The mechanical part is done before `check` returns;
 * a model's summary is made in the background and committed together with it, unless the range changed meanwhile.
 */
export class Compactor {
  readonly #deps: CompactorDependencies;
  #run: Run | undefined;
  #restsThrough: Tier | 'none' | undefined;
  #isClosing = false;
  #lastSkip: SkipReason | undefined;
  #failures = 0;

  constructor(deps: CompactorDependencies) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Resolves when the run in flight, if any, has ended. */
  async settled(): Promise<void> {
    await this.#run?.finished;
  }

  /** Runs after each model answer and before each request. At the emergency tier it resolves when the context fits. */
  async check(reason: CompactionReason = 'threshold'): Promise<Decision> {
    const view = this.#deps.view();
    const decision =
      reason === 'overflow' ? { run: true as const, tier: 'emergency' as const } : this.#decide(view);
    if (!decision.run) return this.#skip(decision.reason, view);
    if (this.#run !== undefined) await this.#cancelRun();
    const { tier } = decision;
    const goal = goalOfTier(
      tier,
      tier === 'emergency' && reason === 'threshold' ? 'emergency' : reason,
      goalInput(view),
    );
    const prepared = this.#prepareByItself(view, goal);
    const refusal = refusalOf(prepared, tier === 'emergency' ? 1 : view.request.settings.minSavingTokens);
    if (refusal !== undefined) return this.#skip(refusal, view);
    const run = this.#start(prepared, view, {});
    if (tier === 'emergency') await run.finished;
    return decision;
  }

  /** "Compact Now": whatever the thresholds say. Resolves when the run has ended. */
  async compactNow(asked: AskedRun = {}): Promise<Outcome> {
    if (this.#isClosing) return refused('session_closing');
    if (this.#run !== undefined) return refused('already_in_flight');
    const view = this.#deps.view();
    if (view.isReadOnly) return refused('read_only');
    this.#restsThrough = undefined;
    this.#failures = 0;
    try {
      const prepared = this.preview(asked);
      const refusal = refusalOf(prepared, 1);
      return refusal === undefined ? await this.#start(prepared, view, asked).finished : refused(refusal);
    } catch (error) {
      if (error instanceof CannotFitError)
        return { done: false, reason: 'cannot_fit', sentence: error.message };
      throw error;
    }
  }

  /** What "Compact Now" would do, with nothing done. Throws CannotFitError. */
  preview(asked: AskedRun = {}): Prepared {
    const view = this.#deps.view();
    const strategy = asked.strategy ?? view.strategy;
    const goal = goalOfRequest({
      settings: view.request.settings,
      usableTokens: view.usableTokens,
      ...(asked.budgetTokens === undefined ? {} : { budgetTokens: asked.budgetTokens }),
    });
    return this.#prepare({ ...view, strategy }, goal, asked);
  }

  /** Takes back a compaction and those built on it. Returns the ids taken back; empty when it was not live. */
  async undo(id: EntryId): Promise<readonly EntryId[]> {
    const view = this.#deps.view();
    const compactions = undoScope(view.request.session, id);
    if (compactions.length === 0 || view.isReadOnly) return [];
    await this.#cancelRun();
    await this.#deps.append({ kind: 'undo', compactions });
    this.#rest();
    this.#deps.onChange();
    return compactions;
  }

  /** "Later": automatic runs rest until usage passes the next tier. */
  defer(): void {
    this.#rest();
    this.#deps.onChange();
  }

  /** The model or the settings changed: a resting summarizer is asked again. */
  modelChanged(): void {
    this.#failures = 0;
  }

  async cancel(): Promise<void> {
    await this.#cancelRun();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#cancelRun();
  }

  #decide(view: CompactorView): Decision {
    const { settings } = view.request;
    return decide({
      share: view.usedTokens / Math.max(1, view.usableTokens),
      strategy: view.strategy,
      settings,
      hasBatch: view.strategy.trigger(settings).by === 'turns' && hasBatch(view),
      runningTier: this.#run?.tier,
      restsThrough: this.#restsThrough,
      isClosing: this.#isClosing,
      isReadOnly: view.isReadOnly,
    });
  }

  #rest(): void {
    const view = this.#deps.view();
    const share = view.usedTokens / Math.max(1, view.usableTokens);
    this.#restsThrough = tierOf(share, view.strategy, view.request.settings) ?? 'none';
  }

  async #skip(reason: SkipReason, view: CompactorView): Promise<Decision> {
    if (reason !== this.#lastSkip && reason !== 'read_only') {
      this.#deps.log.info(
        `compaction skipped: ${reason} at ${String(view.usedTokens)} of ${String(view.usableTokens)} tokens`,
      );
      this.#lastSkip = reason;
      if (reason !== 'below_threshold' && reason !== 'session_closing') {
        await this.#deps.append({ kind: 'run', state: 'skipped', reason, usedTokens: view.usedTokens });
      }
    }
    return { run: false, reason };
  }

  /** What can't be made to fit is made as small as it can be: the request says what is too large. */
  #prepareByItself(view: CompactorView, goal: Goal): Prepared {
    try {
      return this.#prepare(view, goal, {});
    } catch (error) {
      if (!(error instanceof CannotFitError)) throw error;
      this.#deps.log.warn(error.message);
      const { mustFitTokens: _limit, ...bestEffort } = goal;
      return this.#prepare(view, { ...bestEffort, targetTokens: 0 }, {});
    }
  }

  #prepare(view: CompactorView, goal: Goal, asked: AskedRun): Prepared {
    const started = this.#deps.clock.monotonic();
    const request: PlanRequest = { ...view.request, strategy: view.strategy, goal };
    const measure = (context: Prepared['context']): number =>
      request.account.ofContext(context) + (request.overheadTokens ?? 0);
    const prepared = compactToFit(request, measure, {
      durationMs: 0,
      isProsePending: this.#summarizerFor(view.strategy, goal) !== undefined,
      ...(asked.instructions === undefined ? {} : { instructions: asked.instructions }),
    });
    const durationMs = this.#deps.clock.monotonic() - started;
    return { ...prepared, draft: { ...prepared.draft, event: { ...prepared.draft.event, durationMs } } };
  }

  #summarizerFor(strategy: Strategy, goal: Pick<Goal, 'tier'>): Summarize | undefined {
    const isWanted =
      strategy.hasSummary && goal.tier !== 'emergency' && this.#failures < FAILURES_BEFORE_REST;
    return isWanted ? this.#deps.summarizer() : undefined;
  }

  #start(prepared: Prepared, view: CompactorView, asked: AskedRun): Run {
    const cancellation = new Cancellation();
    const { tier } = prepared.plan.request.goal;
    const run: Run = {
      tier,
      cancellation,
      finished: this.#carryOut(prepared, view, { asked, cancellation }).finally(() => {
        if (this.#run === run) this.#run = undefined;
        this.#deps.onChange();
      }),
    };
    this.#run = run;
    this.#lastSkip = undefined;
    this.#restsThrough = undefined;
    this.#deps.onChange();
    return run;
  }

  async #carryOut(
    prepared: Prepared,
    view: CompactorView,
    { asked, cancellation }: { asked: AskedRun; cancellation: Cancellation },
  ): Promise<Outcome> {
    const { goal, strategy } = prepared.plan.request;
    const fence = fenceOf(view.request.session, touchedIds(prepared));
    await this.#logRun({
      state: 'started',
      reason: goal.reason,
      tier: goal.tier,
      strategy: strategy.name,
      usedTokens: view.usedTokens,
    });
    const summarize = prepared.newlyFolded.length > 0 ? this.#summarizerFor(strategy, goal) : undefined;
    const finished =
      summarize === undefined
        ? { draft: prepared.draft, memories: [] }
        : await this.#withSummary(prepared, summarize, { asked, cancellation });
    const current = this.#deps.view().request;
    if (cancellation.signal.aborted) return this.#abandon('cancelled', prepared);
    if (fenceOf(current.session, touchedIds(prepared)) !== fence)
      return this.#abandon('superseded', prepared);
    const draft = remeasure(finished.draft, current);
    if (draft.event.tokensAfter >= draft.event.tokensBefore) return this.#abandon('not_worth_it', prepared);
    const entry = (await this.#deps.append(draft)) as CompactionEntry;
    if (finished.memories.length > 0) await this.#deps.saveMemories(finished.memories);
    await this.#logRun({
      state: 'completed',
      reason: goal.reason,
      tier: goal.tier,
      strategy: strategy.name,
      compaction: entry.id,
    });
    return { done: true, entry };
  }

  /** The draft with a model's summary; without one, and with the reason, when the model fails. */
  async #withSummary(
    prepared: Prepared,
    summarize: Summarize,
    { asked, cancellation }: { asked: AskedRun; cancellation: Cancellation },
  ): Promise<{ draft: CompactionDraft; memories: readonly SummaryMemory[] }> {
    const { durationMs } = prepared.draft.event;
    try {
      const summary: Summary = await writeSummary(prepared, {
        summarize,
        signal: cancellation.signal,
        instructions: asked.instructions,
      });
      this.#failures = 0;
      const { draft } = prepare(prepared.plan, {
        durationMs,
        summary,
        ...(asked.instructions === undefined ? {} : { instructions: asked.instructions }),
      });
      return { draft, memories: summary.memories };
    } catch (error) {
      if (!(error instanceof SummaryError)) throw error;
      if (error.reason !== 'cancelled') await this.#summaryFailed(error, prepared);
      return {
        draft: prepare(prepared.plan, { durationMs, proseFailed: error.message }).draft,
        memories: [],
      };
    }
  }

  async #summaryFailed(error: SummaryError, prepared: Prepared): Promise<void> {
    this.#failures += 1;
    this.#deps.log.warn(`summary failed (${error.reason}): ${error.message}`);
    await this.#logRun({
      state: 'failed',
      reason: error.message,
      tier: prepared.plan.request.goal.tier,
      error: { model: error.model, class: error.reason, retryable: error.isRetryable },
    });
  }

  async #abandon(reason: 'cancelled' | 'superseded' | 'not_worth_it', prepared: Prepared): Promise<Outcome> {
    if (!this.#isClosing)
      await this.#logRun({ state: 'cancelled', reason, tier: prepared.plan.request.goal.tier });
    return refused(reason);
  }

  async #logRun(run: Omit<RunEntry, 'v' | 'id' | 'at' | 'kind'>): Promise<void> {
    this.#deps.log.info(`compaction ${run.state}: ${run.reason}`);
    await this.#deps.append({ kind: 'run', ...run });
  }

  async #cancelRun(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.cancellation.cancel();
    await run.finished;
  }
}

function goalInput(view: CompactorView): {
  strategy: Strategy;
  settings: CompactionSettings;
  usableTokens: number;
} {
  return { strategy: view.strategy, settings: view.request.settings, usableTokens: view.usableTokens };
}

function hasBatch(view: CompactorView): boolean {
  const goal = goalOfTier('background', 'threshold', goalInput(view));
  const { working } = startPlan({ ...view.request, strategy: view.strategy, goal });
  return foldableTurns(working, view.request.settings).count > 0;
}

function touchedIds({ plan }: Prepared): readonly EntryId[] {
  return [...plan.working.folded.keys(), ...plan.working.replaced.keys()];
}

function refusalOf(prepared: Prepared, minSaving: number): SkipReason | undefined {
  if (prepared.plan.working.treatedCount === 0) return 'no_eligible_batch';
  const saving = prepared.plan.tokensBefore - prepared.tokensAfter;
  return saving < minSaving ? 'not_worth_it' : undefined;
}
