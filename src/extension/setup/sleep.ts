import type { CancelSignal } from '../../core/cancellation.ts';

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
