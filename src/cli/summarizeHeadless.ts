import { setTimeout as wait } from 'node:timers/promises';
import { neverCancelled, type CancelSignal } from '../core/cancellation.ts';
import { prepare, type Prepared } from '../core/compaction/draft.ts';
import { writeSummary } from '../core/compaction/writeSummary.ts';
import type { ChatModel, Clock } from '../core/ports.ts';
import { createSummarize } from '../core/summary/summarize.ts';
import { SummaryError } from '../core/summary/summary.ts';
import type { HeadlessOptions } from './compactMessages.ts';

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** The compaction with a model's summary under its ledger. Without one, and with the reason, when the model fails. */
export async function withModelSummary(
  prepared: Prepared,
  model: ChatModel,
  options: HeadlessOptions,
): Promise<Prepared> {
  if (prepared.newlyFolded.length === 0) return prepared;
  const summarize = createSummarize({ model, count: options.count, clock, deadline });
  const { durationMs } = prepared.draft.event;
  try {
    const summary = await writeSummary(prepared, { summarize, signal: neverCancelled });
    return prepare(prepared.plan, { durationMs, summary });
  } catch (error) {
    if (!(error instanceof SummaryError)) throw error;
    return prepare(prepared.plan, { durationMs, proseFailed: error.message });
  }
}

async function deadline(ms: number, signal: CancelSignal): Promise<void> {
  const controller = new AbortController();
  signal.addEventListener(
    'abort',
    () => {
      controller.abort();
    },
    { once: true },
  );
  await wait(ms, undefined, { ref: false, signal: controller.signal }).catch(() => undefined);
}
