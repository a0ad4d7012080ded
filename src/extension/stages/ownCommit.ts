import type { Commit, Head } from '../git.ts';

/** With more new commits than this at once, they come from elsewhere, e.g. a pull. */
const MOST_AT_ONCE = 10;

/**
 * Returns the newest commit when it was made here, on what stood before: not one that was fetched, merged, amended, or
 * come upon by switching branches, resetting or rebasing.
 */
export async function ownCommit(
  before: Head | undefined,
  now: Head | undefined,
  commitOf: (hash: string) => Promise<Commit>,
): Promise<Commit | undefined> {
  if (before?.commit === undefined || now?.commit === undefined) return undefined;
  if (before.name !== now.name || before.commit === now.commit || isFetched(before, now)) return undefined;
  const newest = await commitOf(now.commit);
  if (newest.parents.length > 1) return undefined;
  let [parent] = newest.parents;
  for (let looks = 1; parent !== before.commit; looks++) {
    if (parent === undefined || looks === MOST_AT_ONCE) return undefined;
    [parent] = (await commitOf(parent)).parents;
  }
  return newest;
}

/** A commit that the upstream has already was not made here. */
function isFetched(before: Head, now: Head): boolean {
  if (before.upstream === undefined || now.upstream === undefined) return false;
  return before.ahead !== undefined && now.ahead !== undefined && now.ahead <= before.ahead;
}
