import { Cancellation, type CancelSignal } from '../core/cancellation.ts';

/** Resolves after so many milliseconds, or as soon as the signal fires. */
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
 * Returns what the work comes to; undefined after so many milliseconds without it. Rejects when the work does before.
 */
export async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new Cancellation();
  try {
    return await Promise.race([work, sleep(ms, over.signal).then(() => undefined)]);
  } finally {
    over.cancel();
  }
}
