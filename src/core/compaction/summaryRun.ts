import { Cancellation } from '../cancellation.ts';
import type { CompactionEntry, RunEntry } from '../log/entry.ts';
import { SummaryError, type Summarize, type Summary } from '../summary/summary.ts';
import { askSummary, tooLargeFor } from './askSummary.ts';
import { touchedIds } from './compactionRun.ts';
import type { AskedRun, CompactorDependencies } from './compactorPorts.ts';
import type { Completion } from './completion.ts';
import { prepare, withCompaction, type Prepared } from './draft.ts';
import { fenceOf } from './fence.ts';
import { failureOf, reportRun } from './reportRun.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';

export interface SummaryRunOptions {
  readonly prepared: Prepared;
  readonly asked: AskedRun;
  /** The compaction as it was committed, without a summary. */
  readonly entry: CompactionEntry;
  readonly summarize: Summarize;
  readonly health: SummarizerHealth;
  /** Commits the summary, or keeps it for later. */
  readonly deliver: (completion: Completion) => Promise<void>;
}

/** The model's summary of a compaction that stands already. Whatever comes of it, the compaction stays. */
export class SummaryRun {
  readonly finished: Promise<void>;
  readonly step = 'summaryToFollow';
  readonly #deps: CompactorDependencies;
  readonly #options: SummaryRunOptions;
  readonly #cancellation = new Cancellation();

  constructor(deps: CompactorDependencies, options: SummaryRunOptions) {
    this.#deps = deps;
    this.#options = options;
    this.finished = this.#carryOut();
  }

  get tier(): RunEntry['tier'] & string {
    return this.#options.prepared.plan.request.goal.tier;
  }

  cancel(): void {
    this.#cancellation.cancel();
  }

  async #carryOut(): Promise<void> {
    const { prepared, entry, summarize, health, asked } = this.#options;
    const touched = touchedIds(prepared);
    const fence = fenceOf(withCompaction(prepared.plan.request.session, entry, entry.id), touched);
    const { signal } = this.#cancellation;
    const instructions = asked.instructions === undefined ? {} : { instructions: asked.instructions };
    const compaction = entry.id;
    const summary = await askSummary(prepared, { summarize, signal, health, ...instructions });
    if (signal.aborted) {
      await reportRun(this.#deps, prepared, { state: 'cancelled', reason: 'cancelled', compaction });
    } else if (summary instanceof SummaryError) {
      await reportRun(this.#deps, prepared, { ...failureOf(summary), compaction });
    } else {
      await this.#deliver(summary, { touched, fence });
    }
  }

  async #deliver(summary: Summary, made: Pick<Completion, 'touched' | 'fence'>): Promise<void> {
    const { prepared, entry, deliver, asked, health } = this.#options;
    const { draft, tokensAfter } = prepare(prepared.plan, {
      durationMs: entry.event.durationMs,
      summary,
      ...(asked.instructions === undefined ? {} : { instructions: asked.instructions }),
    });
    if (draft.prosePending || tokensAfter > (prepared.plan.request.goal.mustFitTokens ?? Infinity)) {
      health.failed();
      const failure = failureOf(tooLargeFor(summary));
      return reportRun(this.#deps, prepared, { ...failure, compaction: entry.id });
    }
    await deliver({ draft: { ...draft, completes: entry.id }, memories: summary.memories, ...made });
  }
}
