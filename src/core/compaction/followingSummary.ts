import type { CompactionEntry } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { Summarize } from '../summary/summary.ts';
import type { AskedRun, CompactorDependencies } from './compactorPorts.ts';
import { commitCompletion, isCurrent, type Completion } from './completion.ts';
import type { Prepared } from './draft.ts';
import { reportRun } from './reportRun.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';
import { SummaryRun } from './summaryRun.ts';

export interface Committed {
  readonly prepared: Prepared;
  readonly entry: CompactionEntry;
  readonly asked: AskedRun;
  /** `requests` when the compaction began. */
  readonly requestsThen: number;
}

/**
 * The summary that follows a compaction which nobody waited for. It is committed as soon as it is written; where a request
 * went out meanwhile, with the next compaction, so that the provider's prefix cache breaks once and not twice.
 */
export class FollowingSummary {
  readonly #deps: CompactorDependencies;
  readonly #health: SummarizerHealth;
  #requests = 0;
  #waiting: Completion | undefined;

  constructor(deps: CompactorDependencies, health: SummarizerHealth) {
    this.#deps = deps;
    this.#health = health;
  }

  /** How many requests went out so far. */
  get requests(): number {
    return this.#requests;
  }

  requestSent(): void {
    this.#requests += 1;
  }

  /** The summary that waits for the next compaction, as long as it still tells of what it was made from. */
  waitingIn(session: Session): Completion | undefined {
    if (this.#waiting !== undefined && !isCurrent(this.#waiting, session)) this.#waiting = undefined;
    return this.#waiting;
  }

  start(summarize: Summarize, { prepared, entry, asked, requestsThen }: Committed): SummaryRun {
    return new SummaryRun(this.#deps, {
      ...{ prepared, entry, asked, summarize },
      health: this.#health,
      deliver: (completion) => this.#deliver(completion, { prepared, requestsThen }),
    });
  }

  /** The provider's cache is cold when the session is opened again, so what waits need not wait any longer. */
  async close(): Promise<void> {
    const { request, isReadOnly } = this.#deps.view();
    const waiting = this.waitingIn(request.session);
    this.#waiting = undefined;
    if (waiting !== undefined && !isReadOnly) await commitCompletion(this.#deps, waiting);
  }

  async #deliver(
    completion: Completion,
    { prepared, requestsThen }: Pick<Committed, 'prepared' | 'requestsThen'>,
  ): Promise<void> {
    const report = (state: 'completed' | 'cancelled' | 'skipped', reason: string): Promise<void> =>
      reportRun(this.#deps, prepared, { state, reason, compaction: completion.draft.completes });
    if (!isCurrent(completion, this.#deps.view().request.session)) {
      await report('cancelled', 'superseded');
    } else if (this.#requests !== requestsThen) {
      this.#waiting = completion;
      await report('skipped', 'waits_for_next');
    } else if (await commitCompletion(this.#deps, completion)) {
      await report('completed', 'summary');
    } else {
      await report('cancelled', 'not_worth_it');
    }
  }
}
