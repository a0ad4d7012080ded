import type { CancelSignal } from '../../core/cancellation.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import type { FoundLine } from './searchLines.ts';
import type { SearchRequest } from './searchWorker.ts';

const DEADLINE_MS = 5_000;

/** Searches texts in a worker thread, so that no pattern can block the calling thread or run forever. */
export class WorkerTextSearch {
  readonly #calls: WorkerCalls<SearchRequest, readonly FoundLine[]>;
  readonly #deadlineMs: number;

  /** `script` is the bundle of searchWorker.ts. */
  constructor({ script, deadlineMs = DEADLINE_MS }: { script: WorkerScript; deadlineMs?: number }) {
    this.#calls = new WorkerCalls({ script, workerData: undefined });
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Searches texts. Rejects with an AbortError if cancelled, and with a WorkerError on failure. The error's reason is
   * `timeout` if the pattern takes too long, and `failed` if the pattern is invalid.
   */
  search(request: SearchRequest, signal?: CancelSignal): Promise<readonly FoundLine[]> {
    return this.#calls.call(request, { signal, deadlineMs: this.#deadlineMs });
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
