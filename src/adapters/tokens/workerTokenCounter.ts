import type { CancelSignal } from '../../core/cancellation.ts';
import type { TokenCounter } from '../../core/ports.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import { BytePairCounter } from './bytePairCounter.ts';
import { loadRanks, type Encoding } from './ranks.ts';

export interface TokenWorkerData {
  readonly encoding: Encoding;
}

export interface WorkerTokenCounterOptions {
  readonly encoding: Encoding;
  /** The bundle of tokenWorker.ts. */
  readonly script: WorkerScript;
  /** The time after which a batch is rejected and the worker is terminated. */
  readonly deadlineMs?: number;
}

/**
 * The maximum number of characters in a batch. Copying a batch to the worker takes the calling thread about a
 * millisecond.
 */
const BATCH_CHARS = 1_000_000;
const BATCH_TEXTS = 5_000;
const MAX_SMALL_BYTES = 20_000;
const DEFAULT_DEADLINE_MS = 60_000;

/** Counts tokens in a worker thread, so that the calling thread stays responsive for any input. */
export class WorkerTokenCounter implements TokenCounter {
  readonly encoding: Encoding;
  readonly #calls: WorkerCalls<readonly string[], readonly number[]>;
  readonly #deadlineMs: number;
  #small: BytePairCounter | undefined;
  #warmingUp: Promise<void> | undefined;

  constructor({ encoding, script, deadlineMs = DEFAULT_DEADLINE_MS }: WorkerTokenCounterOptions) {
    this.encoding = encoding;
    this.#deadlineMs = deadlineMs;
    this.#calls = new WorkerCalls({ script, workerData: { encoding } satisfies TokenWorkerData });
  }

  /** Counts texts. Rejects with an AbortError if cancelled, and with a WorkerError for any other failure. */
  async count(texts: readonly string[], signal?: CancelSignal): Promise<readonly number[]> {
    const counts: number[] = [];
    for (const batch of batchesOf(texts))
      counts.push(...(await this.#calls.call(batch, { signal, deadlineMs: this.#deadlineMs })));
    return counts;
  }

  /**
   * Returns the token count of a short text. For a longer text, or if `warmUp` is not done yet, returns the number of
   * UTF-8 bytes, which is an upper bound.
   */
  countSmall(text: string): number {
    const bytes = Buffer.byteLength(text, 'utf8');
    return this.#small === undefined || bytes > MAX_SMALL_BYTES ? bytes : this.#small.count(text);
  }

  /** Loads the ranks on the calling thread, for `countSmall`. Takes about 150 ms of CPU time in total, with pauses. */
  warmUp(): Promise<void> {
    this.#warmingUp ??= loadRanks(this.encoding).then((ranks) => {
      this.#small = new BytePairCounter(ranks);
    });
    return this.#warmingUp;
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}

/** Yields batches of at most BATCH_TEXTS texts and BATCH_CHARS characters. A longer text is alone in its batch. */
function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let chars = 0;
  for (const text of texts) {
    if (batch.length > 0 && (chars + text.length > BATCH_CHARS || batch.length === BATCH_TEXTS)) {
      yield batch;
      batch = [];
      chars = 0;
    }
    batch.push(text);
    chars += text.length;
  }
  if (batch.length > 0) yield batch;
}
