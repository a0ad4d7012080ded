import { setImmediate } from 'node:timers/promises';
import { Cancellation, type CancelSignal } from '../core/cancellation.ts';

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that is reserved for this caller, so that at most one step of long work runs in
 * each turn. Callers get their turns in the order of their calls.
 */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function sleep(ms: number, signal: CancelSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    if (signal.aborted) wake();
    else signal.addEventListener('abort', wake, { once: true });
  });
}

/**
 * Returns the result of the work, or undefined if it takes longer than `ms` milliseconds. Rejects if the work rejects
 * before that.
 */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new Cancellation();
  try {
    return await Promise.race([work, sleep(ms, over.signal).then(() => undefined)]);
  } finally {
    over.cancel();
  }
}
