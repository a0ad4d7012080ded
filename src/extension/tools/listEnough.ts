/** The maximum size of a list, as a multiple of `most`. */
const LARGEST_FACTOR = 8;

/**
 * Lists items and returns the wanted ones. Begins with a list of up to `most` items. If fewer than `most` of these
 * items are wanted and there are more items, tries again with a list that is twice as long, up to the maximum size.
 * `isIncomplete` is true if even the longest list was not enough, so that wanted items may be missing.
 */
export async function listEnough<T>(
  most: number,
  list: (most: number) => Promise<readonly T[]>,
  wantedOf: (listed: readonly T[]) => Promise<readonly T[]>,
): Promise<{ readonly wanted: readonly T[]; readonly isIncomplete: boolean }> {
  for (let limit = most; ; limit *= 2) {
    const listed = await list(limit);
    const wanted = await wantedOf(listed);
    const isDone = wanted.length >= most || listed.length < limit;
    if (isDone || limit >= LARGEST_FACTOR * most) return { wanted, isIncomplete: !isDone };
  }
}
