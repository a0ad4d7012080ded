import type { Commit, Head } from '../git.ts';

/**
 * The maximum number of new commits that count as made locally. If there are more, they come from elsewhere, e.g. from
 * a pull.
 */
const MOST_AT_ONCE = 10;

/**
 * Returns the newest commit of `now` if it was made locally on top of the newest commit of `before`. Returns undefined
 * in these cases:
 * - The commit was pulled from the upstream branch, is a merge, or is an amended commit.
 * - The branch was switched, rebased, or reset to an earlier commit.
 * - No branch is checked out. In this state, HEAD also moves during a rebase or a bisection, which looks the same as
 *   new commits.
 *
 * A fast-forward to another local branch can't be distinguished from local commits.
 */
export async function ownCommit(
  before: Head | undefined,
  now: Head | undefined,
  commitOf: (hash: string) => Promise<Commit>,
): Promise<Commit | undefined> {
  if (before?.commit === undefined || now?.commit === undefined) return undefined;
  if (now.name === undefined || before.name !== now.name) return undefined;
  if (before.commit === now.commit || isFetched(before, now)) return undefined;
  const newest = await commitOf(now.commit);
  if (newest.parents.length > 1) return undefined;
  let [parent] = newest.parents;
  for (let looks = 1; parent !== before.commit; looks++) {
    if (parent === undefined || looks === MOST_AT_ONCE) return undefined;
    [parent] = (await commitOf(parent)).parents;
  }
  return newest;
}

/**
 * Returns whether the commit came from the upstream branch. This is so if the local branch is not further ahead of the
 * upstream branch than before.
 */
function isFetched(before: Head, now: Head): boolean {
  if (before.upstream === undefined || now.upstream === undefined) return false;
  return before.ahead !== undefined && now.ahead !== undefined && now.ahead <= before.ahead;
}
