import { replayInWorker, type ReplayJob } from '../../adapters/replay/replayInWorker.ts';
import { WorkerError, type WorkerScript } from '../../adapters/workers/workerCalls.ts';
import { Cancellation } from '../../core/cancellation.ts';
import type { ComparisonRow } from '../../shared/panelView.ts';
import { CancelledError, ViewError } from '../webviews/describeError.ts';

/** Computes a session's cost under each strategy in a worker thread. Only one comparison runs at a time. */
export class StrategyComparison {
  readonly #script: WorkerScript;
  #running: Cancellation | undefined;

  /** `script` is the bundle of replayWorker.ts. */
  constructor(script: WorkerScript) {
    this.#script = script;
  }

  /** Cancels a running comparison and starts a new one. Throws CancelledError if the new comparison is cancelled. */
  async run(job: ReplayJob): Promise<readonly ComparisonRow[]> {
    this.cancel();
    const running = new Cancellation();
    this.#running = running;
    try {
      return await replayInWorker(job, { script: this.#script, signal: running.signal });
    } catch (error) {
      throw running.signal.aborted ? new CancelledError() : asViewError(error);
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  cancel(): void {
    this.#running?.cancel();
  }
}

function asViewError(error: unknown): unknown {
  const isTooLong = error instanceof WorkerError && error.reason === 'timeout';
  return isTooLong
    ? new ViewError(
        'This session is too long to be replayed here. Export it, then run “longthread replay” on the file.',
      )
    : error;
}
