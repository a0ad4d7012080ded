import type { CompactionReason, EntryId, Tier } from '../session/entry.ts';
import { undoScope } from '../session/session.ts';
import type { Summarize } from '../summary/summary.ts';
import { CompactionRun } from './compactionRun.ts';
import { CannotFitError, compactToFit } from './compactToFit.ts';
import type { AskedRun, CompactorDependencies, CompactorView } from './compactorPorts.ts';
import { decide, type Decision, type SkipReason } from './decide.ts';
import type { Prepared } from './draft.ts';
import { asSmallAsPossible, goalOfRequest, goalOfTier } from './goals.ts';
import { refused, type Outcome } from './outcome.ts';
import { foldableTurns } from './passes/foldTurns.ts';
import { startPlan, type Goal, type PlanRequest } from './plan.ts';
import type { CompactionSettings } from './settings.ts';
import type { Strategy } from './strategies.ts';
import { SummarizerHealth } from './summarizerHealth.ts';
import { tierOf } from './tiers.ts';

/**
 * When to compact, one run at a time: idle → running → idle. The mechanical part is done before `check` returns;
 * a model's summary is made in the background and committed together with it, unless the range changed meanwhile.
 */
export class Compactor {
  readonly #deps: CompactorDependencies;
  #run: CompactionRun | undefined;
  #restsThrough: Tier | 'none' | undefined;
  #isClosing = false;
  #lastSkip: SkipReason | undefined;
  readonly #health = new SummarizerHealth();

  constructor(deps: CompactorDependencies) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Automatic runs rest up to and with this tier: the person said "later", or undid one. */
  get restsThrough(): Tier | 'none' | undefined {
    return this.#restsThrough;
  }

  /** Resolves when the run in flight, if any, has ended. */
  async settled(): Promise<void> {
    await this.#run?.finished.catch(() => undefined);
  }

  /** What a check would decide now. Nothing is started. */
  wouldRun(): Decision {
    return this.#decide(this.#deps.view());
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
    const finished = this.#finish(this.#start(prepared, view, {}));
    if (tier === 'emergency') await finished;
    else
      finished.catch((error: unknown) => {
        this.#deps.log.error(`compaction failed: ${String(error)}`);
      });
    return decision;
  }

  /** "Compact Now": whatever the thresholds say. Resolves when the run has ended. */
  async compactNow(asked: AskedRun = {}): Promise<Outcome> {
    if (this.#isClosing) return refused('session_closing');
    if (this.#run !== undefined) return refused('already_in_flight');
    const view = this.#deps.view();
    if (view.isReadOnly) return refused('read_only');
    this.#restsThrough = undefined;
    this.#health.reset();
    try {
      const prepared = this.preview(asked);
      const refusal = refusalOf(prepared, 1);
      return refusal === undefined
        ? await this.#finish(this.#start(prepared, view, asked))
        : refused(refusal);
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
      strategy,
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
    this.#health.reset();
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
      return this.#prepare(view, asSmallAsPossible(goal), {});
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
    const isWanted = strategy.hasSummary && goal.tier !== 'emergency' && !this.#health.isResting;
    return isWanted ? this.#deps.summarizer() : undefined;
  }

  #start(prepared: Prepared, view: CompactorView, asked: AskedRun): CompactionRun {
    const { goal, strategy } = prepared.plan.request;
    const run = new CompactionRun(this.#deps, {
      prepared,
      asked,
      usedTokens: view.usedTokens,
      summarize: prepared.newlyFolded.length > 0 ? this.#summarizerFor(strategy, goal) : undefined,
      health: this.#health,
    });
    this.#run = run;
    this.#lastSkip = undefined;
    this.#restsThrough = undefined;
    this.#deps.onChange();
    return run;
  }

  /** Carries the run out to its end, whatever that is; one at a time. */
  async #finish(run: CompactionRun): Promise<Outcome> {
    try {
      return await run.finished;
    } finally {
      if (this.#run === run) this.#run = undefined;
      this.#deps.onChange();
    }
  }

  async #cancelRun(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.cancel();
    await run.finished.catch(() => undefined);
    if (this.#run === run) this.#run = undefined;
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

function refusalOf(prepared: Prepared, minSaving: number): SkipReason | undefined {
  if (prepared.plan.working.treatedCount === 0) return 'no_eligible_batch';
  const saving = prepared.plan.tokensBefore - prepared.tokensAfter;
  return saving < minSaving ? 'not_worth_it' : undefined;
}
