import type { CompactionReason, EntryId, Tier } from '../log/entry.ts';
import { undoScope } from '../log/session.ts';
import type { Summarize } from '../summary/summary.ts';
import { CompactionRun } from './compactionRun.ts';
import { CannotFitError } from './compactToFit.ts';
import type { AskedRun, CompactorDependencies, CompactorView } from './compactorPorts.ts';
import { decide, type Decision, type SkipReason } from './decide.ts';
import type { Prepared } from './draft.ts';
import { FollowingSummary, type Committed } from './followingSummary.ts';
import { goalOfTier } from './goals.ts';
import { refused, type Outcome } from './outcome.ts';
import { goalInput, hasBatch, refusalOf, shareOf } from './situation.ts';
import { Planner } from './planner.ts';
import { SummarizerHealth } from './summarizerHealth.ts';
import { restFrom, restsThrough, type Rest } from './rest.ts';
import type { SummaryRun } from './summaryRun.ts';

/**
 * What a run in flight does: plan and commit; wait for a model's summary, with nothing committed yet; or wait for the
 * summary of what is committed.
 */
export type RunStep = 'mechanical' | 'summary' | 'summaryToFollow';

/**
 * When to compact, one run at a time: idle → running → idle. The mechanical part is done before `check` returns; a
 * model's summary is made in the background and committed together with it, unless the range changed meanwhile. What the
 * person asks for is committed at once, and the summary follows.
 */
export class Compactor {
  readonly #deps: CompactorDependencies;
  #run: CompactionRun | SummaryRun | undefined;
  #rest: Rest | undefined;
  #isClosing = false;
  #lastSkip: SkipReason | undefined;
  #isFirstCheck = true;
  readonly #health = new SummarizerHealth();
  readonly #following: FollowingSummary;
  readonly #planner: Planner;

  constructor(deps: CompactorDependencies) {
    this.#deps = deps;
    this.#following = new FollowingSummary(deps, this.#health);
    this.#planner = new Planner(deps, this.#health, this.#following);
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** What the run in flight is doing; undefined when there is none. */
  get step(): RunStep | undefined {
    return this.#run?.step;
  }

  /** Automatic runs rest up to and with this tier: the person said "later", or undid one. */
  get restsThrough(): Tier | 'none' | undefined {
    return this.#rest?.through;
  }

  /** Resolves when the run in flight, if any, has ended. */
  async settled(): Promise<void> {
    await this.#run?.finished.catch(() => undefined);
  }

  /** What a check would decide now. Nothing is started. */
  wouldRun(): Decision {
    return this.#decide(this.#planner.view());
  }

  /** Runs after each model answer and before each request. At the emergency tier it resolves when the context fits. */
  async check(reason: CompactionReason = 'threshold'): Promise<Decision> {
    for (;;) {
      if (this.#run?.tier === 'emergency') await this.settled();
      const view = this.#planner.view();
      this.#keepResting(view);
      const decision = reason === 'overflow' ? this.#decideOverflow(view) : this.#decide(view);
      if (!decision.run) return this.#skip(decision.reason, view);
      if (this.#run === undefined) return this.#runByItself(decision, reason, view);
      await this.#cancelRun();
    }
  }

  /**
   * "Compact Now": whatever the thresholds say. Resolves when the mechanical part is committed; the summary follows, and
   * `settled` waits for it. A run that waits for a model gives way.
   */
  async compactNow(asked: AskedRun = {}): Promise<Outcome> {
    this.#rest = undefined;
    this.#health.reset();
    try {
      for (;;) {
        if (this.#isClosing) return refused('session_closing');
        if (this.#deps.view().isReadOnly) return refused('read_only');
        if (this.#run?.step === 'mechanical') return refused('already_in_flight');
        const prepared = this.preview(asked);
        const refusal = refusalOf(prepared, 1);
        if (refusal !== undefined) return refused(refusal);
        if (this.#run === undefined) return await this.#commitNow(prepared, asked);
        await this.#cancelRun();
      }
    } catch (error) {
      if (error instanceof CannotFitError)
        return { done: false, reason: 'cannot_fit', sentence: error.message };
      throw error;
    }
  }

  #commitNow(prepared: Prepared, asked: AskedRun): Promise<Outcome> {
    const requestsThen = this.#following.requests;
    const run = this.#start(prepared, asked, undefined);
    const followed = run.finished.then((outcome) => {
      if (outcome.done && !run.isCancelled())
        this.#follow({ prepared, entry: outcome.entry, asked, requestsThen });
      return outcome;
    });
    return this.#finish(run, followed);
  }

  /** The summary's run takes the place of the compaction's, with nothing in between. */
  #follow(committed: Committed): void {
    const summarize = this.#planner.summarizerOf(committed.prepared);
    if (summarize === undefined) return;
    const run = this.#following.start(summarize, committed);
    this.#run = run;
    this.#finish(run, run.finished).catch(this.#failed);
  }

  /** A request went out, so the provider has the context as it is in its cache. */
  requestSent(): void {
    this.#following.requestSent();
  }

  /** What "Compact Now" would do, with nothing done: the very plan that it would commit. Throws CannotFitError. */
  preview(asked: AskedRun = {}): Prepared {
    return this.#planner.asked(asked);
  }

  /** Takes back a compaction and those built on it. Returns the ids taken back; empty when it was not live. */
  async undo(id: EntryId): Promise<readonly EntryId[]> {
    if (this.#deps.view().isReadOnly) return [];
    await this.#cancelRun();
    const compactions = undoScope(this.#deps.view().request.session, id);
    if (compactions.length === 0) return [];
    await this.#deps.append({ kind: 'undo', compactions });
    this.#rest = restFrom(this.#planner.view());
    this.#deps.onChange();
    return compactions;
  }

  /** "Later": automatic runs rest until usage passes the next tier. */
  defer(): void {
    this.#rest = restFrom(this.#planner.view());
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
    await this.#following.close().catch(this.#failed);
  }

  readonly #failed = (error: unknown): void => {
    this.#deps.log.error(`compaction failed: ${String(error)}`);
  };

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
      restsThrough: restsThrough(this.#rest, view),
      isClosing: this.#isClosing,
      isReadOnly: view.isReadOnly,
    });
  }

  /** An undo still holds when the session was closed and opened since. */
  #keepResting(view: CompactorView): void {
    if (!this.#isFirstCheck) return;
    this.#isFirstCheck = false;
    if (view.request.session.compactions.at(-1)?.state === 'undone') this.#rest = restFrom(view);
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
    const prepared = this.#planner.byItself(
      view,
      goalOfTier(tier, isThreshold ? 'emergency' : reason, goalInput(view, reason)),
    );
    const refusal = refusalOf(prepared, tier === 'emergency' ? 1 : view.request.settings.minSavingTokens);
    if (refusal !== undefined) return this.#skip(refusal, view);
    const run = this.#start(prepared, {}, this.#planner.summarizerOf(prepared));
    const finished = this.#finish(run, run.finished);
    if (run.step === 'mechanical') await finished;
    else finished.catch(this.#failed);
    return decision;
  }

  #start(prepared: Prepared, asked: AskedRun, summarize: Summarize | undefined): CompactionRun {
    const { request, usedTokens } = this.#deps.view();
    const run = new CompactionRun(this.#deps, {
      ...{ prepared, asked, usedTokens, summarize },
      health: this.#health,
      waiting: this.#following.waitingIn(request.session),
    });
    this.#run = run;
    this.#lastSkip = undefined;
    this.#rest = undefined;
    this.#deps.onChange();
    return run;
  }

  /** Carries the run out to its end, whatever that is; one at a time. */
  async #finish<Ended>(run: CompactionRun | SummaryRun, ended: Promise<Ended>): Promise<Ended> {
    try {
      return await ended;
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
