import assert from 'node:assert/strict';
import type { Commit, Head } from '../../../../src/extension/git.ts';
import { ownCommit } from '../../../../src/extension/stages/ownCommit.ts';

/** The parents of each commit. a ← b ← c ← d are one branch, b2 is an amended b, and m merges x into b. */
const history: Readonly<Record<string, readonly string[]>> = {
  ...{ a: [], b: ['a'], c: ['b'], d: ['c'] },
  ...{ b2: ['a'], m: ['b', 'x'] },
};

const commitOf = (hash: string): Promise<Commit> =>
  Promise.resolve({ message: `made ${hash}`, parents: history[hash] ?? [] });

const head = (commit: string, ahead?: number, name = 'main'): Head => ({
  name,
  commit,
  ...(ahead === undefined ? { ahead: 0 } : { ahead, upstream: {} }),
});

describe('the final commit of a stage', () => {
  for (const [what, before, now] of [
    ['a new commit', head('b'), head('c')],
    ['the last of several commits that appear at the same time', head('a'), head('d')],
    ['the first commit since a push', head('b', 0), head('c', 1)],
    ['the second commit since a push', head('b', 1), head('c', 2)],
  ] as const) {
    it(`can be ${what}`, async () => {
      assert.equal((await ownCommit(before, now, commitOf))?.message, `made ${now.commit}`);
    });
  }

  for (const [what, before, now] of [
    ['a pulled commit', head('b', 0), head('c', 0)],
    ['one of several pulled commits', head('a', 0), head('d', 0)],
    ['a merge of a pulled branch', head('b', 0), head('m', 1)],
    ['an amended commit', head('b'), head('b2')],
    ['a commit that was pushed and then amended', head('b', 0), head('b2', 1)],
    ['an earlier commit that the branch was reset to', head('c'), head('b')],
    ['a commit of another branch', head('b'), head('c', undefined, 'feature')],
    ['a commit on a detached HEAD, e.g. during a rebase', { commit: 'b' }, { commit: 'c' }],
    ['a commit that is already checked out when the window opens', undefined, head('c')],
    ['found on a branch without commits', head('b'), { name: 'main' }],
    ['the newest commit if the branch has no new commit', head('b'), head('b')],
  ] as const) {
    it(`is not ${what}`, async () => {
      assert.equal(await ownCommit(before, now, commitOf), undefined);
    });
  }

  it('is not found if there are more than ten new commits, and at most ten commits are read', async () => {
    let looks = 0;
    const endless = (hash: string): Promise<Commit> => {
      looks++;
      return Promise.resolve({ message: hash, parents: [`${hash}'`] });
    };
    assert.equal(await ownCommit(head('b'), head('z'), endless), undefined);
    assert.ok(looks <= 10);
  });
});
