import type { Commit, Head } from '../git.ts';

/** The maximum number of new commits that count as made locally; more must come from elsewhere, e.g. from a pull. */
const MOST_AT_ONCE = 10;

/**
 * Returns the commit at `now` if it was made locally on top of the one at `before`. Returns undefined if it was
 * fetched, merged or amended, or reached by switching branches, resetting or rebasing.
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

/** Returns whether the commit came from the upstream branch: the local branch is no further ahead than before. */
function isFetched(before: Head, now: Head): boolean {
  if (before.upstream === undefined || now.upstream === undefined) return false;
  return before.ahead !== undefined && now.ahead !== undefined && now.ahead <= before.ahead;
}
