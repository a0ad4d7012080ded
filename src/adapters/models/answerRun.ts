import type { CancelSignal } from '../../core/cancellation.ts';
import type { ChatDelta } from '../../core/ports.ts';
import { chatError, type ErrorPlace } from './chatError.ts';
import { toChatError } from './sdkError.ts';
import { silenceError, waitLimitMs, type Wait, type WaitLimits } from './waitLimits.ts';
import { Watchdog, type Timers } from './watchdog.ts';

/** A request in progress. */
export interface AnswerRun {
  readonly signal: CancelSignal;
  readonly controller: AbortController;
  /** Aborts the request if the awaited part of the answer does not arrive in time. */
  readonly watchdog: Watchdog<Wait | 'usage'>;
  /** Starts to wait for the next phase of the answer. The time limit depends on the phase and on the endpoint. */
  readonly waitFor: (wait: Wait) => void;
}

interface RunOptions {
  readonly timers: Timers;
  readonly limits: WaitLimits;
  readonly place: ErrorPlace;
}

/**
 * Yields an answer. Aborts the request at the end, even if the answer was only partly read. Throws a ChatError if the
 * answer fails.
 */
export async function* answerRun(
  signal: CancelSignal,
  options: RunOptions,
  answer: (run: AnswerRun) => AsyncIterable<ChatDelta>,
): AsyncGenerator<ChatDelta, void, undefined> {
  const { timers, limits, place } = options;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const watchdog = new Watchdog<Wait | 'usage'>(timers, abort);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const waitFor = (wait: Wait): void => watchdog.waitFor(wait, waitLimitMs(wait, place.endpoint, limits));
  const run = { signal, controller, watchdog, waitFor };
  try {
    yield* answer(run);
  } catch (error) {
    throw abortReason(run, options) ?? toChatError(error, place);
  } finally {
    watchdog.stop();
    signal.removeEventListener('abort', abort);
    abort();
  }
}

/**
 * Returns the error for a request that the person or the watchdog aborted, or undefined if neither aborted the request.
 * Also returns undefined if only the usage did not arrive in time, since the answer itself is complete.
 */
export function abortReason(
  { signal, watchdog: { missed } }: AnswerRun,
  { place, limits }: Omit<RunOptions, 'timers'>,
): Error | undefined {
  if (signal.aborted) return chatError('cancelled', place);
  return missed === undefined || missed === 'usage'
    ? undefined
    : silenceError(missed, place.endpoint, limits);
}
