import assert from 'node:assert/strict';
import fc from 'fast-check';
import { asPathPattern, matchEnds } from '../../../../src/core/audit/pathPattern.ts';

const isMatched = (path: string, pattern: string): boolean =>
  matchEnds(path, asPathPattern(pattern)).has(path.length);

/**
 * Returns whether a pattern matches a path, by trying every possibility. The tests compare `isMatched` with this
 * result.
 */
function tried(path: string, pattern: string): boolean {
  if (pattern === '') return path === '';
  if (pattern.startsWith('**')) {
    const rest = pattern.replace(/^\*\*\/?/u, '');
    return endsOf(path, path.length).some((end) => tried(end, rest));
  }
  if (!pattern.startsWith('*')) return path[0] === pattern[0] && tried(path.slice(1), pattern.slice(1));
  const [inFolder = ''] = path.split('/', 1);
  return endsOf(path, inFolder.length).some((end) => tried(end, pattern.slice(1)));
}

/** Returns `most + 1` ends of the text: the text without its first 0, 1, …, `most` characters. */
function endsOf(text: string, most: number): readonly string[] {
  return Array.from({ length: most + 1 }, (_, at) => text.slice(at));
}

describe('A path pattern', () => {
  it('matches a whole path, or the last segments of a path', () => {
    for (const [path, pattern] of [
      ['src/cart.ts', 'src/*.ts'],
      ['/srv/shop/src/cart.ts', 'src/*.ts'],
      ['src/a/b/cart.ts', 'src/**/*.ts'],
      ['src/cart.ts', 'src/**/*.ts'],
      ['src/[id].tsx', '*[id].tsx'],
    ] as const)
      assert.ok(isMatched(path, pattern), `${path} ${pattern}`);
    for (const [path, pattern] of [
      ['src/a/cart.ts', 'src/*.ts'],
      ['mysrc/cart.ts', 'src/*.ts'],
      ['src/cart.ts', 'src/*.tsx'],
      ['src/cartxts', 'src/*.ts'],
    ] as const)
      assert.ok(!isMatched(path, pattern), `${path} ${pattern}`);
  });

  it('matches the same paths as an exhaustive search', () => {
    const part = fc.constantFrom('a', 'b', '/', '.', '*', '**', '**/', '(', '[');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.array(part, { maxLength: 10 }), (pieces, chars) => {
        const [pattern, path] = [
          pieces.join('').replace(/\*{3,}/gu, '**'),
          chars.join('').replaceAll('*', 'a'),
        ];
        const ends = path.split('/').map((_, at, names) => names.slice(at).join('/'));
        assert.equal(
          isMatched(path, pattern),
          ends.some((end) => tried(end, pattern)),
        );
      }),
    );
  });

  it('is matched quickly, even if pattern and path are long', () => {
    assert.ok(!isMatched('a/'.repeat(2_000), `${'a/**'.repeat(40)}b`));
    assert.ok(!isMatched('a'.repeat(2_000), `${'a*'.repeat(40)}b`));
  });
});
