import type { CancelSignal } from '../cancellation.ts';
import { SummaryError, type Summarize, type Summary } from '../summary/summary.ts';
import type { Prepared } from './draft.ts';
import type { SummarizerHealth } from './summarizerHealth.ts';
import { writeSummary } from './writeSummary.ts';

export interface SummaryAsked {
  readonly summarize: Summarize;
  readonly signal: CancelSignal;
  readonly health: SummarizerHealth;
  readonly instructions?: string;
}

/**
 * The summary of what a prepared compaction folds, or why there is none. Never rejects for what a model does, and never
 * waits for one once it is cancelled.
 */
export async function askSummary(
  prepared: Prepared,
  { health, ...asked }: SummaryAsked,
): Promise<Summary | SummaryError> {
  try {
    const summary = await unlessCancelled(writeSummary(prepared, asked), asked.signal);
    health.reset();
    return summary;
  } catch (thrown) {
    const error = summaryErrorOf(thrown);
    if (error.reason !== 'cancelled') health.failed();
    return error;
  }
}

/** What is wrong with a summary that its room can't hold. */
export function tooLargeFor({ figures: { model } }: Summary): SummaryError {
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
