/**
 * Lists items, at most `most` at first, and twice as many each time until at least `most` of them are wanted or there
 * are no more. Returns the wanted ones.
 */
export async function listEnough<T>(
  most: number,
  list: (most: number) => Promise<readonly T[]>,
  wantedOf: (listed: readonly T[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  for (let limit = most; ; limit *= 2) {
    const listed = await list(limit);
    const wanted = await wantedOf(listed);
    if (wanted.length >= most || listed.length < limit) return wanted;
  }
}
