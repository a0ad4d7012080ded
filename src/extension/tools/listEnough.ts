/** The size of the largest list, as a multiple of `most`. */
const LARGEST_FACTOR = 8;

/**
 * Lists items and returns the wanted ones. Begins with a list of up to `most` items. If fewer than `most` of them are
 * wanted and there are more to list, tries again with a list twice as long, up to the largest size. `isIncomplete`
 * tells whether even the largest list was not enough, so that wanted items may be missing.
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
