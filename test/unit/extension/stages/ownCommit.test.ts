import assert from 'node:assert/strict';
import type { Commit, Head } from '../../../../src/extension/git.ts';
import { ownCommit } from '../../../../src/extension/stages/ownCommit.ts';

/** The parents by commit: a ← b ← c ← d are one branch; b2 is b, amended; m merges x into b. */
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

describe('a commit that ends a stage', () => {
  for (const [what, before, now] of [
    ['a new commit', head('b'), head('c')],
    ['the last of several that were made at once', head('a'), head('d')],
    ['the first one since a push', head('b', 0), head('c', 1)],
    ['the second one since a push', head('b', 1), head('c', 2)],
  ] as const) {
    it(`is ${what}`, async () => {
      assert.equal((await ownCommit(before, now, commitOf))?.message, `made ${now.commit}`);
    });
  }

  for (const [what, before, now] of [
    ['one that was pulled', head('b', 0), head('c', 0)],
    ['several that were pulled', head('a', 0), head('d', 0)],
    ['a merge of a pulled branch', head('b', 0), head('m', 1)],
    ['one that was amended', head('b'), head('b2')],
    ['one that was pushed and then amended', head('b', 0), head('b2', 1)],
    ['an earlier one that the branch was reset to', head('c'), head('b')],
    ['one of another branch', head('b'), head('c', undefined, 'feature')],
    ['one reached without a branch, e.g. while a rebase runs', { commit: 'b' }, { commit: 'c' }],
    ['the first that the window sees', undefined, head('c')],
    ['found on a branch without commits', head('b'), { name: 'main' }],
    ['the one that was the newest before', head('b'), head('b')],
  ] as const) {
    it(`is not ${what}`, async () => {
      assert.equal(await ownCommit(before, now, commitOf), undefined);
    });
  }

  it('is looked for in at most ten commits', async () => {
    let looks = 0;
    const endless = (hash: string): Promise<Commit> => {
      looks++;
      return Promise.resolve({ message: hash, parents: [`${hash}'`] });
    };
    assert.equal(await ownCommit(head('b'), head('z'), endless), undefined);
    assert.ok(looks <= 10);
  });
});
