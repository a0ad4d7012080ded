import { setTimeout as wait } from 'node:timers/promises';
import { neverCancelled, type CancelSignal } from '../core/cancellation.ts';
import type { Prepared } from '../core/compaction/plan/draft.ts';
import { SummarizerHealth, withoutProse, withProse } from '../core/compaction/commit/prose.ts';
import type { ChatModel, Clock } from '../core/ports.ts';
import { createSummarize } from '../core/summary/summarize.ts';
import type { SummarizeDependencies } from '../core/summary/summary.ts';

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

type Options = Pick<SummarizeDependencies, 'count'> & Partial<Pick<SummarizeDependencies, 'sleep'>>;

/** Adds a model's summary below the compaction's notes. If the model fails, adds none and returns the reason. */
export async function withModelSummary(
  prepared: Prepared,
  model: ChatModel,
  { count, sleep = sleepReally }: Options,
): Promise<Prepared> {
  if (prepared.newlyFolded.length === 0) return prepared;
  const summarize = createSummarize({ model, count, clock, sleep, checksItself: true });
  const prose = await withProse(prepared, {
    ...{ summarize, signal: neverCancelled, health: new SummarizerHealth() },
    fits: () => true,
  });
  return 'failed' in prose ? withoutProse(prepared, prose.failed) : prose.prepared;
}

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
async function sleepReally(ms: number, signal: CancelSignal): Promise<void> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  await wait(ms, undefined, { signal: controller.signal }).catch(() => undefined);
}
