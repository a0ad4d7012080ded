import assert from 'node:assert/strict';
import { globMatcher, GlobError } from '../../../../src/extension/tools/globMatcher.ts';

const matchesGlob = (path: string, glob: string): boolean => globMatcher(glob).matches(path);

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
    it(`${glob === '' ? 'that is empty' : glob} matches only whole paths, by the rules of the editor’s globs`, () => {
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

  type Hostile = readonly [what: string, glob: string, path: string];
  const hostile: readonly Hostile[] = [
    ['many stars', `${'*a'.repeat(500)}b`, 'a'.repeat(4_000)],
    ['many folders', `${'**/a/'.repeat(390)}b`, 'a/'.repeat(2_000)],
    ['many stars and folders', `${'**/*a*a*/'.repeat(200)}b`, 'aaaaaaa/'.repeat(500)],
    ['many question marks after stars', `${'*?'.repeat(900)}b`, 'a'.repeat(4_000)],
    ['many character sets after stars', `${'*[a-z]'.repeat(300)}b`, 'a'.repeat(4_000)],
  ];
  for (const [what, glob, path] of hostile) {
    it(`with ${what} is checked against a path before the test times out, and is not passed to the editor`, () => {
      const { matches, isQuick } = globMatcher(glob);
      assert.equal(matches(path), false);
      assert.equal(isQuick, false);
    });
  }

  it('is refused with a GlobError if the glob and its brace expansions have more than 2,000 characters', () => {
    for (const glob of ['{a,b}'.repeat(40), 'a'.repeat(2_001), `{${'*a,'.repeat(600)}}`, '{'.repeat(2_001)])
      assert.throws(() => globMatcher(glob), GlobError, glob.slice(0, 20));
    assert.equal(globMatcher('{'.repeat(2_000)).matches('a'), false);
  });

  it('is passed to the editor only if each brace expansion has few stars', () => {
    for (const glob of [
      '**/*',
      '**/*.{ts,tsx,js,jsx}',
      'src/**/test/**/*.ts',
      '{**/*.a,**/*.b,**/*.c}',
      '?????[a]*',
    ])
      assert.equal(globMatcher(glob).isQuick, true, glob);
    for (const glob of ['*a*a*a*a*', '{x,*a*a*a*a*}', '**/a/**/b/**/c/**/d/**'])
      assert.equal(globMatcher(glob).isQuick, false, glob);
  });
});
