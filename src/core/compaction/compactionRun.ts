import { Cancellation } from '../cancellation.ts';
import type { CompactionEntry, EntryId, RunEntry } from '../log/entry.ts';
import { SummaryError, type Summarize } from '../summary/summary.ts';
import type { SummaryMemory } from '../memory/savedMemories.ts';
import { askSummary, tooLargeFor } from './askSummary.ts';
import type { AskedRun, CompactorDependencies } from './compactorPorts.ts';
import { commitCompletion, completedSession, isCurrent, type Completion } from './completion.ts';
import { prepare, type CompactionDraft, type Prepared } from './draft.ts';
import { fenceOf } from './fence.ts';
import { refused, type Outcome } from './outcome.ts';
import { remeasure } from './remeasure.ts';
import { failureOf, reportRun } from './reportRun.ts';
import { seenAtStart } from './runStart.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';
import { isForSummary } from './tiers.ts';

export interface RunOptions {
  readonly prepared: Prepared;
  readonly asked: AskedRun;
  readonly usedTokens: number;
  /** Undefined: the mechanical result is committed as it is. */
  readonly summarize: Summarize | undefined;
  readonly health: SummarizerHealth;
  /** An earlier compaction's summary that the plan counts on: it is committed just before. */
  readonly waiting: Completion | undefined;
}

interface Finished {
  readonly draft: CompactionDraft;
  readonly memories: readonly SummaryMemory[];
}

/** One compaction from its prepared mechanical part to its entry in the log, or to the reason why there is none. */
export class CompactionRun {
  readonly finished: Promise<Outcome>;
  readonly #deps: CompactorDependencies;
  readonly #options: RunOptions;
  readonly #cancellation = new Cancellation();

  constructor(deps: CompactorDependencies, options: RunOptions) {
    this.#deps = deps;
    this.#options = options;
    this.finished = this.#carryOut();
  }

  get tier(): RunEntry['tier'] & string {
    return this.#options.prepared.plan.request.goal.tier;
  }

  get step(): 'mechanical' | 'summary' {
    return this.#options.summarize === undefined ? 'mechanical' : 'summary';
  }

  /** Without a summary there is nothing to commit. Where there is no model at all, the turns are folded without one. */
  get #isForSummary(): boolean {
    const { prepared, summarize } = this.#options;
    const { goal, strategy, settings } = prepared.plan.request;
    return summarize !== undefined && isForSummary(goal.tier, strategy, settings);
  }

  /** A method, since the signal may fire during an await, which the compiler doesn't know. */
  isCancelled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  cancel(): void {
    this.#cancellation.cancel();
  }

  async #carryOut(): Promise<Outcome> {
    const { prepared, usedTokens } = this.#options;
    const touched = touchedIds(prepared);
    const fence = fenceOf(this.#deps.view().request.session, touched);
    const { reason } = prepared.plan.request.goal;
    const seen = seenAtStart(prepared);
    await reportRun(this.#deps, prepared, { state: 'started', reason, usedTokens, ...seen });
    if (this.isCancelled()) return this.#abandon('cancelled');
    const finished = await this.#withSummary();
    if (this.isCancelled()) return this.#abandon('cancelled');
    if (finished.draft.prosePending && this.#isForSummary) return refused('no_summary');
    if (fenceOf(this.#deps.view().request.session, touched) !== fence) return this.#abandon('superseded');
    return this.#commit(finished);
  }

  async #commit({ draft, memories }: Finished): Promise<Outcome> {
    const { prepared, waiting } = this.#options;
    const current = this.#deps.view().request;
    if (waiting !== undefined && !isCurrent(waiting, current.session)) return this.#abandon('superseded');
    const measured = remeasure(draft, current, completedSession(current.session, waiting));
    if (measured.event.tokensAfter >= measured.event.tokensBefore) return this.#abandon('not_worth_it');
    if (waiting !== undefined) await commitCompletion(this.#deps, waiting);
    const entry = (await this.#deps.append(measured)) as CompactionEntry;
    if (memories.length > 0) await this.#deps.saveMemories(memories);
    const { reason } = measured.event;
    await reportRun(this.#deps, prepared, { state: 'completed', reason, compaction: entry.id });
    return { done: true, entry };
  }

  /** The draft with a model's summary; where there is none, or the model fails, the mechanical draft with the reason. */
  async #withSummary(): Promise<Finished> {
    const { prepared, summarize, asked, health } = this.#options;
    if (summarize === undefined) return { draft: prepared.draft, memories: [] };
    const { durationMs } = prepared.draft.event;
    const { signal } = this.#cancellation;
    const instructions = asked.instructions === undefined ? {} : { instructions: asked.instructions };
    const summary = await askSummary(prepared, { summarize, signal, health, ...instructions });
    if (summary instanceof SummaryError) {
      if (summary.reason !== 'cancelled') await reportRun(this.#deps, prepared, failureOf(summary));
      const { draft } = prepare(prepared.plan, { durationMs, proseFailed: summary.message, ...instructions });
      return { draft, memories: [] };
    }
    const { draft } = prepare(prepared.plan, { durationMs, summary, ...instructions });
    if (draft.prosePending && this.#isForSummary) {
      health.failed();
      await reportRun(this.#deps, prepared, failureOf(tooLargeFor(summary)));
    }
    return { draft, memories: summary.memories };
  }

  async #abandon(reason: 'cancelled' | 'superseded' | 'not_worth_it'): Promise<Outcome> {
    await reportRun(this.#deps, this.#options.prepared, { state: 'cancelled', reason });
    return refused(reason);
  }
}

/** What it treats, and what it tells of. */
export function touchedIds({ plan, draft, folded }: Prepared): readonly EntryId[] {
  const treated = [...plan.working.folded.keys(), ...plan.working.replaced.keys()];
  return [...new Set([...treated, ...folded.map(({ id }) => id), ...(draft.madeFrom ?? [])])];
}
