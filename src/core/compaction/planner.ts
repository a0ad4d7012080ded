import type { Summarize } from '../summary/summary.ts';
import { CannotFitError, compactToFit } from './compactToFit.ts';
import { completedSession } from './completion.ts';
import type { AskedRun, CompactorDependencies, CompactorView } from './compactorPorts.ts';
import type { Prepared } from './draft.ts';
import type { FollowingSummary } from './followingSummary.ts';
import { asSmallAsPossible, goalOfRequest } from './goals.ts';
import type { Goal, PlanRequest } from './plan.ts';
import { withRecall, type Strategy } from './strategies.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';

/** What a run would do to the session as it is now, with nothing done. */
export class Planner {
  readonly #deps: CompactorDependencies;
  readonly #health: SummarizerHealth;
  readonly #following: FollowingSummary;
  #hasWarned = false;

  constructor(deps: CompactorDependencies, health: SummarizerHealth, following: FollowingSummary) {
    this.#deps = deps;
    this.#health = health;
    this.#following = following;
  }

  /** The session as it is planned on, with the summary that waits for the next compaction; and by which strategy. */
  view(asked?: Strategy): CompactorView {
    const view = this.#deps.view();
    const wanted = asked ?? view.strategy;
    const strategy = withRecall(wanted, view.canRecall !== false);
    if (strategy !== wanted && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#deps.log.warn(`${wanted.name} needs recall, which is off: ${strategy.name} is used instead.`);
    }
    const { session } = view.request;
    const planned = completedSession(session, this.#following.waitingIn(session));
    return { ...view, request: { ...view.request, session: planned }, strategy };
  }

  /** A run that was asked for. Throws CannotFitError. */
  asked(asked: AskedRun): Prepared {
    const view = this.view(asked.strategy);
    const goal = goalOfRequest({
      strategy: view.strategy,
      settings: view.request.settings,
      usableTokens: view.usableTokens,
      ...(asked.budgetTokens === undefined ? {} : { budgetTokens: asked.budgetTokens }),
    });
    return this.#prepare(view, goal, asked);
  }

  /** What can't be made to fit well is made to fit at all, or else as small as it can be: the request says what is too large. */
  byItself(view: CompactorView, goal: Goal): Prepared {
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

  /** Whom to ask for a summary of what was prepared; undefined where there is nothing to tell, or nobody to ask. */
  summarizerOf({ plan: { request }, newlyFolded }: Prepared): Summarize | undefined {
    return newlyFolded.length > 0 ? this.#summarizerFor(request.strategy, request.goal) : undefined;
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
    // What the person asks for asks a resting model again.
    const isResting = goal.tier !== 'manual' && this.#health.isResting;
    const isWanted = strategy.hasSummary && goal.tier !== 'emergency' && !isResting;
    return isWanted ? this.#deps.summarizer() : undefined;
  }
}
