import { Cancellation, type CancelSignal } from '../cancellation.ts';
import type { CompactionEntry, EntryId, RunEntry } from '../session/entry.ts';
import { SummaryError, type Summarize, type Summary, type SummaryMemory } from '../summary/summary.ts';
import type { AskedRun, CompactorDependencies } from './compactorPorts.ts';
import { prepare, type CompactionDraft, type Prepared } from './draft.ts';
import { fenceOf } from './fence.ts';
import { refused, type Outcome } from './outcome.ts';
import { remeasure } from './remeasure.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';
import { isForSummary } from './tiers.ts';
import { writeSummary } from './writeSummary.ts';

export interface RunOptions {
  readonly prepared: Prepared;
  readonly asked: AskedRun;
  readonly usedTokens: number;
  /** Undefined: the mechanical result is committed as it is. */
  readonly summarize: Summarize | undefined;
  readonly health: SummarizerHealth;
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

  get asksModel(): boolean {
    return this.#options.summarize !== undefined;
  }

  /** Without a summary there is nothing to commit. Where there is no model at all, the turns are folded without one. */
  get #isForSummary(): boolean {
    const { prepared, summarize } = this.#options;
    const { goal, strategy, settings } = prepared.plan.request;
    return summarize !== undefined && isForSummary(goal.tier, strategy, settings);
  }

  #isCancelled(): boolean {
    return this.#cancellation.signal.aborted;
  }

  cancel(): void {
    this.#cancellation.cancel();
  }

  async #carryOut(): Promise<Outcome> {
    const { prepared, usedTokens } = this.#options;
    const touched = touchedIds(prepared);
    const fence = fenceOf(prepared.plan.request.session, touched);
    await this.#log({ state: 'started', reason: prepared.plan.request.goal.reason, usedTokens });
    if (this.#isCancelled()) return this.#abandon('cancelled');
    const { draft, memories } = await this.#withSummary();
    if (draft.prosePending && this.#isForSummary && !this.#isCancelled()) return refused('no_summary');
    const current = this.#deps.view().request;
    if (this.#isCancelled()) return this.#abandon('cancelled');
    if (fenceOf(current.session, touched) !== fence) return this.#abandon('superseded');
    const measured = remeasure(draft, current);
    if (measured.event.tokensAfter >= measured.event.tokensBefore) return this.#abandon('not_worth_it');
    const entry = (await this.#deps.append(measured)) as CompactionEntry;
    if (memories.length > 0) await this.#deps.saveMemories(memories);
    await this.#log({ state: 'completed', reason: measured.event.reason, compaction: entry.id });
    return { done: true, entry };
  }

  /** The draft with a model's summary; where there is none, or the model fails, the mechanical draft with the reason. */
  async #withSummary(): Promise<Finished> {
    const { prepared, summarize, asked } = this.#options;
    if (summarize === undefined) return { draft: prepared.draft, memories: [] };
    const { durationMs } = prepared.draft.event;
    const instructions = asked.instructions === undefined ? {} : { instructions: asked.instructions };
    const summary = await this.#ask(summarize);
    if (summary instanceof SummaryError) {
      const { draft } = prepare(prepared.plan, { durationMs, proseFailed: summary.message, ...instructions });
      return { draft, memories: [] };
    }
    const { draft } = prepare(prepared.plan, { durationMs, summary, ...instructions });
    if (draft.prosePending && this.#isForSummary) await this.#summaryFailed(tooLargeFor(summary));
    return { draft, memories: summary.memories };
  }

  /** Never rejects for what a model does, and never waits for one once it is cancelled. */
  async #ask(summarize: Summarize): Promise<Summary | SummaryError> {
    const { prepared, asked, health } = this.#options;
    const { signal } = this.#cancellation;
    const instructions = asked.instructions === undefined ? {} : { instructions: asked.instructions };
    try {
      const summary = await unlessCancelled(
        writeSummary(prepared, { summarize, signal, ...instructions }),
        signal,
      );
      health.reset();
      return summary;
    } catch (thrown) {
      const error = summaryErrorOf(thrown);
      if (error.reason !== 'cancelled') await this.#summaryFailed(error);
      return error;
    }
  }

  async #summaryFailed(error: SummaryError): Promise<void> {
    this.#options.health.failed();
    const { model, reason, isRetryable, message } = error;
    await this.#log({
      state: 'failed',
      reason: message,
      error: { model, class: reason, retryable: isRetryable },
    });
  }

  async #abandon(reason: 'cancelled' | 'superseded' | 'not_worth_it'): Promise<Outcome> {
    await this.#log({ state: 'cancelled', reason });
    return refused(reason);
  }

  async #log(run: Pick<RunEntry, 'state' | 'reason' | 'usedTokens' | 'compaction' | 'error'>): Promise<void> {
    const { goal, strategy } = this.#options.prepared.plan.request;
    const line = `compaction ${run.state} (${strategy.name}, ${goal.tier}): ${run.reason}`;
    if (run.error === undefined) this.#deps.log.info(line);
    else this.#deps.log.warn(`${line} [${blameOf(run.error)}]`);
    await this.#deps.append({ kind: 'run', tier: goal.tier, strategy: strategy.name, ...run });
  }
}

/** What it treats, and what it tells of. */
function touchedIds({ plan, draft }: Prepared): readonly EntryId[] {
  return [...plan.working.folded.keys(), ...plan.working.replaced.keys(), ...(draft.madeFrom ?? [])];
}

/** Whose fault, of what class, and whether asking again may help. */
function blameOf({ model, class: errorClass, retryable }: NonNullable<RunEntry['error']>): string {
  return `${model}, ${errorClass}, ${retryable ? 'retryable' : 'not retryable'}`;
}

function tooLargeFor({ figures: { model } }: Summary): SummaryError {
  return new SummaryError('notSmaller', 'The summary is larger than the room there is for it.', true, model);
}

const CANCELLED = 'The compaction was cancelled.';

function summaryErrorOf(thrown: unknown): SummaryError {
  if (thrown instanceof SummaryError) return thrown;
  return new SummaryError('model', thrown instanceof Error ? thrown.message : String(thrown), false, '');
}

/** What comes of the work, or a rejection as soon as the signal fires. */
function unlessCancelled<T>(work: Promise<T>, signal: CancelSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new SummaryError('cancelled', CANCELLED, false, ''));
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
