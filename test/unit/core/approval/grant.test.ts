import assert from 'node:assert/strict';
import type { Action } from '../../../../src/core/approval/approval.ts';
import { covers, scopesOf, type Grant } from '../../../../src/core/approval/grant.ts';

const edit = (place: string): Action => ({ tool: 'edit_file', kind: 'edit', paths: [place] });
const coveredBy = (granted: string, place: string): boolean | undefined => {
  const [grant] = scopesOf(edit(granted), [], []) ?? [];
  return scopesOf(edit(place), [], [])?.every((scope) => covers(grant as Grant, scope));
};

describe('A lasting approval of edits,', () => {
  for (const [granted, place, isCovered] of [
    ['README.md', 'src/a.ts', true],
    ['src/a.ts', 'src/deep/b.ts', true],
    ['src/a.ts', 'README.md', false],
    ['README.md', '/hosts', false],
    ['/hosts', 'src/a.ts', false],
    ['/hosts', '/passwd', true],
    ['/hosts', '/etc/passwd', false],
  ] as const)
    it(`given for ${granted}, ${isCovered ? 'also covers' : 'does not cover'} ${place}`, () => {
      assert.equal(coveredBy(granted, place), isCovered);
    });
});
