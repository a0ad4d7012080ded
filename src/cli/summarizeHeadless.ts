import { setTimeout as wait } from 'node:timers/promises';
import { neverCancelled, type CancelSignal } from '../core/cancellation.ts';
import type { Prepared } from '../core/compaction/draft.ts';
import { SummarizerHealth, withoutProse, withProse } from '../core/compaction/prose.ts';
import type { ChatModel, Clock } from '../core/ports.ts';
import { createSummarize } from '../core/summary/summarize.ts';
import type { HeadlessOptions } from './compactMessages.ts';

const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** The compaction with a model's summary under its notes. Without one, and with the reason, when the model fails. */
export async function withModelSummary(
  prepared: Prepared,
  model: ChatModel,
  options: HeadlessOptions,
): Promise<Prepared> {
  if (prepared.newlyFolded.length === 0) return prepared;
  const summarize = createSummarize({ model, count: options.count, clock, deadline, pause });
  const prose = await withProse(prepared, {
    ...{ summarize, signal: neverCancelled, health: new SummarizerHealth() },
    fits: () => true,
  });
  return 'failed' in prose ? withoutProse(prepared, prose.failed) : prose.prepared;
}

/** Keeps nothing alive: the call that it limits does. */
async function deadline(ms: number, signal: CancelSignal): Promise<void> {
  await waitFor(ms, signal, { ref: false });
}

async function pause(ms: number, signal: CancelSignal): Promise<void> {
  await waitFor(ms, signal, { ref: true });
}

async function waitFor(ms: number, signal: CancelSignal, options: { readonly ref: boolean }): Promise<void> {
  const controller = new AbortController();
  signal.addEventListener(
    'abort',
    () => {
      controller.abort();
    },
    { once: true },
  );
  await wait(ms, undefined, { ...options, signal: controller.signal }).catch(() => undefined);
}
