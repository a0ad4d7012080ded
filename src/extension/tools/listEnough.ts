/** The longest list, as a multiple of the wanted number of items. */
const MOST_TIMES = 8;

/**
 * Lists items, at most `most` at first, and twice as many each time until at least `most` of them are wanted, there are
 * no more, or the list would be too long. Returns the wanted ones, and whether others may be missing.
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
    if (isDone || limit >= MOST_TIMES * most) return { wanted, isIncomplete: !isDone };
  }
}
