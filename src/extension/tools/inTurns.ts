import { setImmediate } from 'node:timers/promises';

/** Shorter than a frame of the screen. */
const TURN_MS = 10;

/** Returns the items one by one, with a turn for whatever else waits every few milliseconds; none after a stop. */
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
