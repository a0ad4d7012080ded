import type { CancelSignal } from '../../core/cancellation.ts';
import type { ReplayResult } from '../../core/replay/tally.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import type { ReplayJob } from './replayJob.ts';

/** A session of a million tokens, about a day's work, takes about half a minute. */
const DEADLINE_MS = 300_000;

/**
 * Replays a session under each strategy in a thread of its own, which ends with the answer, as it is seldom needed.
 * Rejects with an AbortError when cancelled, else with a WorkerError. `script` is the bundle of replayWorker.ts.
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
