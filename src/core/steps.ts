/** Work in steps, each small whatever there is to do, and what comes of it: other work may run between two. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does the work in one go. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Does the work step by step; `pause` lets other work run where it is time for that, and ends all by throwing. Without it
 * the work is done in one go.
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

/** A step is over with so many of a list, or with so many characters of them. */
const MOST_ITEMS = 500;
const MOST_CHARACTERS = 200_000;

/** Returns what each of a list gives, in steps. `sizeOf` counts the characters that are read for one. */
export function* mapInSteps<Item, Result>(
  items: readonly Item[],
  of: (item: Item, index: number) => Result,
  sizeOf: (item: Item, index: number) => number = () => 0,
): Steps<Result[]> {
  const results: Result[] = [];
  let [count, characters] = [0, 0];
  for (const [index, item] of items.entries()) {
    results.push(of(item, index));
    count += 1;
    characters += sizeOf(item, index);
    if (count < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    [count, characters] = [0, 0];
    yield;
  }
  return results;
}
