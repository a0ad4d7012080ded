import assert from 'node:assert/strict';
import { matchesGlob } from '../../../../src/extension/tools/matchesGlob.ts';

describe('a glob', () => {
  type Case = readonly [glob: string, matched: readonly string[], others: readonly string[]];
  const cases: readonly Case[] = [
    ['**/*', ['a', 'a/b.ts', '.env', '.github/ci.yml'], []],
    ['*.ts', ['a.ts', '.ts'], ['src/a.ts', 'a.tsx', 'ats']],
    ['**/*.ts', ['a.ts', 'src/a.ts', 'src/core/a.test.ts', '.config/.a.ts'], ['a.js']],
    ['src/**', ['src/a.ts', 'src/core/a.ts', 'src'], ['lib/src/a.ts', 'srcs/a.ts']],
    ['src/**/test/*.ts', ['src/test/a.ts', 'src/a/b/test/a.ts'], ['src/test/a/a.ts', 'test/a.ts']],
    ['**/a/**/b', ['a/b', 'x/a/y/a/b', 'a/x/b'], ['a', 'b/a', 'a/b/c']],
    ['**/.git', ['.git', 'a/.git'], ['.gitignore', '.git/config']],
    ['a?c', ['abc', 'a.c', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['[a-c]x[!0-9]', ['axy', 'cx-'], ['dxy', 'ax1', 'ax']],
    ['[^a]', ['b'], ['a']],
    ['[]', ['[]'], ['a']],
    ['*a*b*', ['ab', 'xaxbx'], ['ba']],
    ['**/*.{ts,js}', ['a.ts', 'x/a.js'], ['a.css', 'a.{ts,js}']],
    ['{src,{lib,bin}/x}/*.ts', ['src/a.ts', 'lib/x/a.ts', 'bin/x/a.ts'], ['lib/a.ts']],
    ['a.{ts', ['a.{ts'], ['a.ts']],
    ['a.b+(c)', ['a.b+(c)'], ['a-b+(c)', 'a.bc']],
    ['', [''], ['a']],
  ];
  for (const [glob, matched, others] of cases) {
    it(`${glob === '' ? 'that is empty' : glob} matches whole paths as the editor does`, () => {
      assert.deepEqual(
        matched.filter((path) => !matchesGlob(path, glob)),
        [],
      );
      assert.deepEqual(
        others.filter((path) => matchesGlob(path, glob)),
        [],
      );
    });
  }

  it('made to take long does not', () => {
    assert.equal(matchesGlob('a'.repeat(2_000), `${'*a'.repeat(500)}b`), false);
    assert.equal(matchesGlob('a/'.repeat(2_000), `${'**/a/'.repeat(500)}b`), false);
    assert.equal(matchesGlob('b', '{a,b}'.repeat(40)), false);
  });
});
