import { setImmediate } from 'node:timers/promises';

/** The maximum number of milliseconds without a pause. It is shorter than a frame of the screen. */
const TURN_MS = 10;

/** Yields the items, and pauses every few milliseconds so that other work can run. Ends when cancelled. */
export async function* inTurns<T>(
  items: Iterable<T>,
  stop: { readonly isCancellationRequested: boolean },
): AsyncGenerator<T> {
  let began = performance.now();
  for (const item of items) {
    if (performance.now() - began > TURN_MS) {
      await setImmediate();
      began = performance.now();
    }
    if (stop.isCancellationRequested) return;
    yield item;
  }
}
