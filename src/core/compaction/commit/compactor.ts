import type { Asked, CompactionView, Goal } from '../compactionView.ts';
import type { EntryId, Tier } from '../../log/entry.ts';
import { undoScope, type Session } from '../../log/session.ts';
import type { Summarize } from '../../summary/summary.ts';
import { compactInSteps, type Compaction, type Skip } from '../plan/compact.ts';
import { completedSession } from './completion.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { Asking } from '../decide/asking.ts';
import { isAmidTask, isAmidTurn, type Due, due } from '../decide/due.ts';
import { forecast, type Forecast } from '../decide/forecast.ts';
import { FollowingSummary, type Committed } from './followingSummary.ts';
import { Planning, timedCompact } from './planning.ts';
import { SummarizerHealth } from './prose.ts';
import { restFrom, restsThrough, restUntilStage, type Rest } from '../decide/rest.ts';
import { carryOut, refused, Run, type Outcome, type RunStep } from './run.ts';
import type { Steps } from '../../steps.ts';
import { SkipLog } from './skipLog.ts';
import type { Strategy } from '../strategies.ts';

type CheckGoal = Goal & { readonly by: 'automatic' };

/**
 * Starts compactions, one at a time. A compactor is idle, plans, commits, or waits for a model's summary. The
 * mechanical part of a run is the part that needs no model. An automatic run that asks a model is committed together
 * with the summary. A requested run is committed immediately, and the summary follows later.
 */
export class Compactor {
  readonly #deps: CompactorDependencies;
  readonly #health = new SummarizerHealth();
  readonly following: FollowingSummary;
  readonly asking: Asking;
  #run: Run | undefined;
  readonly #planning = new Planning();
  #rest: Rest | undefined;
  #isClosing = false;
  readonly #skips: SkipLog;
  #isFirstCheck = true;

  constructor(deps: CompactorDependencies) {
    this.#deps = deps;
    this.#skips = new SkipLog(deps);
    this.following = new FollowingSummary(deps, this.#health);
    this.asking = new Asking({
      clock: deps.clock,
      sleep: deps.countdown,
      onChange: () => deps.onChange(),
      onAgreed: () => void this.check().catch(this.#failed),
    });
  }

  get isRunning(): boolean {
    return this.#run !== undefined || this.#planning.isOn;
  }

  /** The step of the running compaction; undefined while none runs. */
  get step(): RunStep | undefined {
    return this.#run?.step;
  }

  /** The highest tier at which automatic runs are paused, because the person postponed or undid a compaction. */
  get restsThrough(): Tier | 'none' | undefined {
    return this.#rest?.through;
  }

  /** Resolves when no plan is being made and the run in flight, if any, has ended. */
  async settled(): Promise<void> {
    while (this.#planning.isOn) await this.#planning.over();
    await this.#run?.finished.catch(() => undefined);
  }

  /** Returns the decision that a check would make now. Plans and starts nothing. */
  wouldRun(): Due {
    const view = this.#view();
    return this.#decide(view, this.#goal(view, 'threshold'));
  }

  /** Forecasts the next automatic run; undefined if none is expected. `growthTokens` is the growth in one turn. */
  forecast(usedTokens: number, growthTokens?: number): Forecast | undefined {
    if (this.#isClosing || this.#deps.view().isReadOnly) return undefined;
    return forecast({ ...this.#view(), usedTokens }, (then) => this.#goal(then, 'threshold'), growthTokens);
  }

  /** Plans the compaction that is due before the next request, or returns why no compaction is due. Starts nothing. */
  beforeRequest(): Steps<Compaction | Skip> {
    const view = this.#view();
    return compactInSteps(view, this.#goal(view, 'threshold'));
  }

  /** Plans the compaction that a check at a good moment would commit, even below the thresholds. Starts nothing. */
  atGoodMoment(): Steps<Compaction | Skip> {
    const view = this.#view();
    return compactInSteps(view, this.#goal(view, 'threshold', true));
  }

  /** Starts a run if a run is due. Resolves once the run has begun. A run without a model is already committed then. */
  async check(reason: CheckGoal['reason'] = 'threshold', isGoodMoment = false): Promise<Due> {
    for (;;) {
      while (this.#planning.isOn) await this.#planning.over();
      if (this.#run?.tier === 'emergency') await this.settled();
      const view = this.#view();
      this.#keepResting(view);
      const goal = this.#goal(view, reason, isGoodMoment);
      const decision = this.#decide(view, goal);
      this.asking.follow(decision);
      if (!decision.run) return this.#skips.skip(decision.reason, view);
      if (this.#run === undefined) return this.#runAutomatically(decision, goal, view);
      await this.#giveWay();
    }
  }

  /**
   * Compacts regardless of the thresholds, and cancels a run that waits for a model. Resolves when the mechanical part
   * is committed; `settled` also waits for the summary. Without `strategy`, the strategy of the session applies.
   */
  async compactNow(asked: Asked = {}, strategy?: Strategy): Promise<Outcome> {
    this.#rest = undefined;
    this.asking.close();
    this.#health.reset();
    const instructions = asked.instructions && (await this.#deps.masked(asked.instructions));
    for (;;) {
      if (this.#isClosing) return refused('session_closing');
      if (this.#deps.view().isReadOnly) return refused('read_only');
      if (this.#run?.step === 'mechanical' || this.#planning.isOn) return refused('already_in_flight');
      const { session } = this.#deps.view();
      const goal = instructions ? { ...asked, instructions } : asked;
      const plan = timedCompact(this.preview(goal, strategy), this.#deps);
      const begun = await this.#planning.begin(plan, (compaction) => ({
        outcome: this.#run === undefined ? this.#commitNow(compaction, session) : undefined,
      }));
      if ('reason' in begun) return refused(begun.reason, begun.sentence);
      if (begun.outcome !== undefined) return await begun.outcome;
      await this.#giveWay();
    }
  }

  /** Plans exactly the compaction that "Compact Now" would commit. Starts nothing. */
  preview(asked: Asked = {}, strategy?: Strategy): Steps<Compaction | Skip> {
    return compactInSteps(this.#view(strategy), { by: 'person', ...asked });
  }

  /** Records that a request was sent: the provider now has this context in its prompt cache. */
  requestSent(): void {
    this.following.requestSent();
  }

  /** Undoes a live compaction and the compactions built on it. Returns their ids; empty in a read-only session. */
  undo(id: EntryId): Promise<readonly EntryId[]> {
    return this.#turnBack('undo', (session) => undoScope(session, id));
  }

  /** Redoes the compactions that the newest undo undid. Returns their ids; empty if nothing can be redone. */
  redo(): Promise<readonly EntryId[]> {
    return this.#turnBack('redo', ({ redoable }) => redoable);
  }

  /** Postpones automatic runs (_Postpone_), e.g. until a higher tier is reached or a stage is finished. See `Rest`. */
  defer(): void {
    this.asking.close();
    this.#rest = restUntilStage(this.#view());
    this.#deps.onChange();
  }

  /** Allows a paused summarizer to be asked again, after the model or the settings changed. Asks nothing itself. */
  modelChanged(): void {
    this.#health.reset();
  }

  async cancel(): Promise<void> {
    while (this.#planning.isOn) await this.#planning.over();
    await this.#giveWay();
  }

  async #giveWay(): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    run.cancel();
    await run.finished.catch(() => undefined);
    if (this.#run === run) this.#run = undefined;
  }

  async #turnBack(
    kind: 'undo' | 'redo',
    compactionsIn: (session: Session) => readonly EntryId[],
  ): Promise<readonly EntryId[]> {
    if (this.#deps.view().isReadOnly) return [];
    await this.cancel();
    const compactions = compactionsIn(this.#deps.view().session);
    if (compactions.length === 0) return [];
    await this.#deps.append({ kind, compactions });
    this.#rest = kind === 'undo' ? restFrom(this.#view()) : undefined;
    this.#deps.onChange();
    return compactions;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.asking.close();
    await this.cancel();
    await this.following.close().catch(this.#failed);
  }

  readonly #failed = (error: unknown): void =>
    this.#deps.log.error(`compaction failed: ${String(error)}`, error);

  /** Returns the view to plan on. Adds the strategy to use, and the summary that waits for the next compaction. */
  #view(asked?: Strategy): CompactionView {
    const view = this.#deps.view();
    const strategy = this.#skips.strategyToUse(asked ?? view.strategy, view.canRecall !== false);
    const session = completedSession(view.session, this.following.waitingIn(view.session));
    const hasModel = this.#deps.summarizer() !== undefined;
    const summarizer = this.#health.isResting ? 'resting' : 'ready';
    return { ...view, session, strategy, ...(hasModel ? { summarizer } : {}) };
  }

  #goal(view: CompactionView, reason: CheckGoal['reason'], isGoodMoment = false): CheckGoal {
    return {
      by: 'automatic',
      reason,
      runningTier: this.#run?.tier,
      restsThrough: restsThrough(this.#rest, view),
      isAgreed: this.asking.isAgreed,
      isAmidTurn: isAmidTurn(view.session) || isAmidTask(view.session),
      isGoodMoment,
    };
  }

  #decide(view: CompactionView, goal: CheckGoal): Due {
    if (this.#isClosing) return { run: false, reason: 'session_closing' };
    return this.#deps.view().isReadOnly ? { run: false, reason: 'read_only' } : due(view, goal);
  }

  /** At the first check after the session is opened, restores the pause of automatic runs that an undo began. */
  #keepResting(view: CompactionView): void {
    if (!this.#isFirstCheck) return;
    this.#isFirstCheck = false;
    if (view.session.compactions.at(-1)?.state === 'undone') this.#rest = restFrom(view);
  }

  /** Starts an automatic run. A run without a model has ended when the promise resolves. */
  async #runAutomatically(decision: Due, goal: CheckGoal, view: CompactionView): Promise<Due> {
    const { session } = this.#deps.view();
    const run = await this.#planning.begin(
      timedCompact(compactInSteps(view, goal), this.#deps),
      (compaction) => this.#start(compaction, session, this.following.summarizerFor(compaction)),
    );
    if (!(run instanceof Run)) return this.#skips.skip(run.reason, view);
    const finished = this.#finish(run, run.finished);
    if (run.step === 'mechanical') await finished;
    else finished.catch(this.#failed);
    return decision;
  }

  #commitNow(compaction: Compaction, plannedOn: Session): Promise<Outcome> {
    const requestsThen = this.following.requests;
    const run = this.#start(compaction, plannedOn, undefined);
    const followed = run.finished.then((outcome) => {
      if (outcome.done && !run.isCancelled) this.#follow({ compaction, entry: outcome.entry, requestsThen });
      return outcome;
    });
    return this.#finish(run, followed);
  }

  #start(compaction: Compaction, plannedOn: Session, summarize: Summarize | undefined): Run<Outcome> {
    const { session, usedTokens } = this.#deps.view();
    const waiting = this.following.waitingIn(session);
    const options = { compaction, plannedOn, usedTokens, summarize, waiting, health: this.#health };
    const run = new Run(compaction.tier, summarize === undefined ? 'mechanical' : 'summary', (signal) =>
      carryOut(this.#deps, options, signal),
    );
    this.#run = run;
    this.#skips.forget();
    this.#rest = undefined;
    this.#deps.onChange();
    return run;
  }

  /** Replaces the run of the compaction by the run of the summary, so that `isRunning` stays true. */
  #follow(committed: Committed): void {
    const summarize = this.following.summarizerFor(committed.compaction);
    if (summarize === undefined) return;
    const run = new Run(committed.compaction.tier, 'summaryToFollow', (signal) =>
      this.following.ask(summarize, committed, signal),
    );
    this.#run = run;
    this.#finish(run, run.finished).catch(this.#failed);
  }

  /** Waits for the end of the run, and then clears the run, whatever its outcome. */
  async #finish<Ended>(run: Run, ended: Promise<Ended>): Promise<Ended> {
    try {
      return await ended;
    } finally {
      if (this.#run === run) this.#run = undefined;
      this.#deps.onChange();
    }
  }
}
