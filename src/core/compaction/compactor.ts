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
import type { Goal, PlanRequest } from './plan.ts';
import { goalInput, hasBatch, refusalOf, shareOf } from './situation.ts';
import { withRecall, type Strategy } from './strategies.ts';
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
  #hasWarned = false;
  #isFirstCheck = true;
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
    return this.#decide(this.#view());
  }

  /** Runs after each model answer and before each request. At the emergency tier it resolves when the context fits. */
  async check(reason: CompactionReason = 'threshold'): Promise<Decision> {
    for (;;) {
      if (this.#run?.tier === 'emergency') await this.settled();
      const view = this.#view();
      this.#keepResting(view);
      const decision = reason === 'overflow' ? this.#decideOverflow(view) : this.#decide(view);
      if (!decision.run) return this.#skip(decision.reason, view);
      if (this.#run === undefined) return this.#runByItself(decision, reason, view);
      await this.#cancelRun();
    }
  }

  /** "Compact Now": whatever the thresholds say. Resolves when the run has ended. */
  async compactNow(asked: AskedRun = {}): Promise<Outcome> {
    if (this.#isClosing) return refused('session_closing');
    if (this.#run !== undefined) return refused('already_in_flight');
    const view = this.#view();
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
    const view = this.#view(asked.strategy);
    const { strategy } = view;
    const goal = goalOfRequest({
      strategy,
      settings: view.request.settings,
      usableTokens: view.usableTokens,
      ...(asked.budgetTokens === undefined ? {} : { budgetTokens: asked.budgetTokens }),
    });
    return this.#prepare(view, goal, asked);
  }

  /** Takes back a compaction and those built on it. Returns the ids taken back; empty when it was not live. */
  async undo(id: EntryId): Promise<readonly EntryId[]> {
    if (this.#deps.view().isReadOnly) return [];
    await this.#cancelRun();
    const compactions = undoScope(this.#deps.view().request.session, id);
    if (compactions.length === 0) return [];
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

  #view(asked?: Strategy): CompactorView {
    const view = this.#deps.view();
    const wanted = asked ?? view.strategy;
    const strategy = withRecall(wanted, view.canRecall !== false);
    if (strategy !== wanted && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#deps.log.warn(`${wanted.name} needs recall, which is off: ${strategy.name} is used instead.`);
    }
    return { ...view, strategy };
  }

  /** A provider that refused a request as too long knows better than any gauge. */
  #decideOverflow(view: CompactorView): Decision {
    if (this.#isClosing) return { run: false, reason: 'session_closing' };
    return view.isReadOnly ? { run: false, reason: 'read_only' } : { run: true, tier: 'emergency' };
  }

  #decide(view: CompactorView): Decision {
    const { settings } = view.request;
    return decide({
      share: shareOf(view),
      strategy: view.strategy,
      settings,
      hasBatch: hasBatch(view),
      isSummarizerResting: this.#health.isResting && this.#deps.summarizer() !== undefined,
      runningTier: this.#run?.tier,
      restsThrough: this.#restsThrough,
      isClosing: this.#isClosing,
      isReadOnly: view.isReadOnly,
    });
  }

  /** An undo still holds when the session was closed and opened since. */
  #keepResting({ request: { session } }: CompactorView): void {
    if (!this.#isFirstCheck) return;
    this.#isFirstCheck = false;
    if (session.compactions.at(-1)?.state === 'undone') this.#rest();
  }

  #rest(): void {
    const view = this.#view();
    const tier = tierOf(shareOf(view), view.strategy, view.request.settings);
    this.#restsThrough = tier ?? (hasBatch(view) ? 'background' : 'none');
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

  /** A run that no model takes part in is over when this resolves. */
  async #runByItself(
    decision: Decision & { readonly run: true },
    reason: CompactionReason,
    view: CompactorView,
  ): Promise<Decision> {
    const { tier } = decision;
    const isThreshold = tier === 'emergency' && reason === 'threshold';
    const prepared = this.#prepareByItself(
      view,
      goalOfTier(tier, isThreshold ? 'emergency' : reason, goalInput(view, reason)),
    );
    const refusal = refusalOf(prepared, tier === 'emergency' ? 1 : view.request.settings.minSavingTokens);
    if (refusal !== undefined) return this.#skip(refusal, view);
    const run = this.#start(prepared, view, {});
    const finished = this.#finish(run);
    if (!run.asksModel) await finished;
    else
      finished.catch((error: unknown) => {
        this.#deps.log.error(`compaction failed: ${String(error)}`);
      });
    return decision;
  }

  /** What can't be made to fit well is made to fit at all, or else as small as it can be: the request says what is too large. */
  #prepareByItself(view: CompactorView, goal: Goal): Prepared {
    const atAll = { ...goal, mustFitTokens: view.usableTokens };
    for (const attempt of goal.mustFitTokens === undefined ? [goal] : [goal, atAll]) {
      try {
        return this.#prepare(view, attempt, {});
      } catch (error) {
        if (!(error instanceof CannotFitError)) throw error;
        this.#deps.log.warn(error.message);
      }
    }
    return this.#prepare(view, asSmallAsPossible(goal), {});
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
