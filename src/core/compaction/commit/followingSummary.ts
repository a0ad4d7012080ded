import type { CancelSignal } from '../../cancellation.ts';
import type { CompactionEntry, EntryId } from '../../log/entry.ts';
import type { Session } from '../../log/session.ts';
import type { Summarize } from '../../summary/summary.ts';
import type { Compaction } from '../plan/compact.ts';
import { commitCompletion, type Completion, touchedIds } from './completion.ts';
import { isUnchanged, type Fence } from './fence.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { withCompaction } from '../plan/draft.ts';
import { withProse, type SummarizerHealth } from './prose.ts';
import { failureOf, report } from './report.ts';
import { REFUSED } from '../plan/standing.ts';
import { LEAST_SUMMARY, roomForSummary } from '../plan/writeRecord.ts';

export interface Committed {
  readonly compaction: Compaction;
  readonly entry: CompactionEntry;
  /** The number of requests when the compaction began. */
  readonly requestsThen: number;
}

/** The text that a model has written so far for a compaction. */
export interface Writing {
  readonly compaction: EntryId;
  readonly text: string;
}

/**
 * Makes the summary that follows a committed compaction. If the summary fails, the compaction stays. Commits the
 * summary as soon as it is written. If a request was sent in the meantime, keeps the summary until the next compaction,
 * so that the provider's prompt cache is invalidated once and not twice.
 */
export class FollowingSummary {
  readonly #deps: CompactorDependencies;
  readonly #health: SummarizerHealth;
  #requests = 0;
  #waiting: Completion | undefined;
  #writing: Writing | undefined;
  #isRefused = false;

  constructor(deps: CompactorDependencies, health: SummarizerHealth) {
    this.#deps = deps;
    this.#health = health;
  }

  /** The number of requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  get writing(): Writing | undefined {
    return this.#writing;
  }

  get #whyStopped(): string {
    return this.#isRefused ? REFUSED : 'cancelled';
  }

  /**
   * Records that the person refused the summary in progress. After the run of this summary is cancelled, no summary of
   * the same messages is requested again.
   */
  refuse(): void {
    this.#isRefused = this.#writing !== undefined;
  }

  requestSent(): void {
    this.#requests += 1;
  }

  /** Returns the summary that waits for the next compaction. Drops the summary if its sources have changed. */
  waitingIn(session: Session): Completion | undefined {
    if (this.#waiting !== undefined && !isUnchanged(this.#waiting.fence, session)) this.#waiting = undefined;
    return this.#waiting;
  }

  /**
   * Returns the function that asks for a summary. Returns undefined if the run asks no model, or if there is nothing to
   * summarize, no room, or no model.
   */
  summarizerFor({ newlyFolded, plan }: Compaction): Summarize | undefined {
    const isWanted = newlyFolded.length > 0 && plan.request.aim.asksModel === true;
    return isWanted && roomForSummary(plan).tokens >= LEAST_SUMMARY ? this.#deps.summarizer() : undefined;
  }

  /** Asks the model for the summary of a committed compaction. */
  async ask(summarize: Summarize, committed: Committed, signal: CancelSignal): Promise<void> {
    const { compaction, entry } = committed;
    const { aim, session } = compaction.plan.request;
    const fence: Fence = { session: withCompaction(session, entry, entry.id), ids: touchedIds(compaction) };
    const write = (text: string): void => {
      if (signal.aborted) return;
      this.#writing = { compaction: entry.id, text };
      this.#deps.onWriting?.();
    };
    this.#isRefused = false;
    write('');
    const prose = await withProse(compaction, {
      ...{ summarize, signal, health: this.#health, pause: this.#deps.pause },
      fits: ({ draft, tokensAfter }) => !draft.prosePending && tokensAfter <= (aim.mustFitTokens ?? Infinity),
      onText: (text) => write(text),
    });
    this.#writing = undefined;
    if (signal.aborted) return this.#report(committed, { state: 'cancelled', reason: this.#whyStopped });
    if ('failed' in prose) return this.#report(committed, failureOf(prose.failed));
    const { prepared, memories } = prose;
    const draft = { ...prepared.draft, completes: entry.id };
    await this.#deliver({ draft, memories, fence }, committed);
  }

  /**
   * Commits a waiting summary. When the session is reopened, the prompt cache is cold, so there is no reason to wait
   * longer.
   */
  async close(): Promise<void> {
    const { session, isReadOnly } = this.#deps.view();
    const waiting = this.waitingIn(session);
    this.#waiting = undefined;
    if (waiting !== undefined && !isReadOnly) await commitCompletion(this.#deps, waiting);
  }

  async #deliver(completion: Completion, committed: Committed): Promise<void> {
    if (!isUnchanged(completion.fence, this.#deps.view().session))
      return this.#report(committed, { state: 'cancelled', reason: 'superseded' });
    if (this.#requests !== committed.requestsThen) {
      this.#waiting = completion;
      return this.#report(committed, { state: 'skipped', reason: 'waits_for_next' });
    }
    const outcome = await commitCompletion(this.#deps, completion);
    return this.#report(
      committed,
      outcome === 'completed'
        ? { state: 'completed', reason: 'summary' }
        : { state: 'cancelled', reason: outcome },
    );
  }

  #report({ compaction, entry }: Committed, fields: Parameters<typeof report>[2]): Promise<void> {
    return report(this.#deps, compaction, { ...fields, compaction: entry.id });
  }
}
