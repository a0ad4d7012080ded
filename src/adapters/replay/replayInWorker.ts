import type { CancelSignal } from '../../core/cancellation.ts';
import type { ReplayResult } from '../../core/replay/tally.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import type { CompactionSettings, StrategyName } from '../../core/compaction/settings.ts';
import type { ModelProfile } from '../../core/ports.ts';
import type { SessionMessage } from '../../core/log/session.ts';

/** A request to the replay worker. The worker returns one ReplayResult for each strategy, in the same order. */
export interface ReplayJob {
  readonly messages: readonly SessionMessage[];
  readonly strategies: readonly StrategyName[];
  readonly settings: CompactionSettings;
  readonly usableTokens: number;
  readonly overheadTokens: number;
  readonly encoding: ModelProfile['encoding'];
  readonly price: ModelProfile['price'];
}

/** The maximum duration of a replay. A session of a million tokens, about a day's work, takes about half a minute. */
const DEADLINE_MS = 300_000;

/**
 * Replays a session with each strategy, in a thread that is started for this replay, since replays are rare. Rejects
 * with an AbortError if cancelled, with a WorkerError for other failures. `script` is the bundle of replayWorker.ts.
 */
export async function replayInWorker(
  job: ReplayJob,
  { script, signal }: { readonly script: WorkerScript; readonly signal?: CancelSignal },
): Promise<readonly ReplayResult[]> {
  const calls = new WorkerCalls<ReplayJob, readonly ReplayResult[]>({ script, workerData: undefined });
  try {
    return await calls.call(job, { signal, deadlineMs: DEADLINE_MS });
  } finally {
    await calls.close();
  }
}
