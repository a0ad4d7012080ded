/**
 * Long work as a generator. The generator yields between small steps, so that other work can run, and returns the
 * result.
 */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs the steps and calls `pause` after each step. If `pause` returns a promise, waits for the promise, so that other
 * work can run. If `pause` throws, runs no further steps and rejects. If `pause` is undefined, runs all steps without a
 * pause.
 */
export async function withPauses<Result>(
  steps: Steps<Result>,
  pause: (() => Promise<void> | undefined) | undefined,
): Promise<Result> {
  if (pause === undefined) return atOnce(steps);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const paused = pause();
    if (paused !== undefined) await paused;
  }
}

/** A step of `mapInSteps` ends after `MOST_ITEMS` items or `MOST_CHARACTERS` characters, whichever comes first. */
const MOST_ITEMS = 500;
const MOST_CHARACTERS = 200_000;

/**
 * Maps a list in steps. `sizeOf` returns the cost of one item: usually the number of characters that `map` reads, or a
 * multiple of it if the work is slow.
 */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  sizeOf: (item: Item, index: number) => number = () => 0,
): Steps<Result[]> {
  const results: Result[] = [];
  let [count, characters] = [0, 0];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as Item;
    results.push(map(item, index));
    count += 1;
    characters += sizeOf(item, index);
    if (count < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    [count, characters] = [0, 0];
    yield;
  }
  return results;
}
