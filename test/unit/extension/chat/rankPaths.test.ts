import assert from 'node:assert/strict';
import { languageOf } from '../../../../src/extension/chat/argumentViews.ts';
import { linkTarget } from '../../../../src/extension/chat/linkTarget.ts';
import { rankPaths } from '../../../../src/extension/chat/rankPaths.ts';

function ranked(paths: readonly string[], query: string, open: readonly string[] = []): readonly string[] {
  return rankPaths(paths, { query, open, most: 9 });
}

describe('rankPaths', () => {
  for (const [what, query, best] of [
    [
      'puts names that start with the word before names that only contain it',
      'port',
      ['src/ports.ts', 'src/airport.ts'],
    ],
    [
      'puts names that contain the word before folders that contain it',
      'port',
      ['src/longer/airport.ts', 'ports/a.ts'],
    ],
    [
      'puts folders that contain the word before paths that contain only its letters, with other characters between them',
      'abc',
      ['abc/x.ts', 'a1b1c1'],
    ],
    ['puts the shorter of two equal matches first', 'port', ['src/port.ts', 'src/ports.ts']],
    ['puts equal matches of the same length in alphabetical order', 'port', ['src/port1.ts', 'src/port2.ts']],
    [
      'puts the better match first, regardless of upper and lower case',
      'PoRt',
      ['src/Ports.ts', 'src/airPORT.ts'],
    ],
  ] as const) {
    it(what, () => {
      assert.deepEqual(ranked(best, query), best);
      assert.deepEqual(ranked(best.toReversed(), query), best);
    });
  }

  it('puts an open file first among equal matches', () => {
    assert.deepEqual(ranked(['a/port.ts', 'bb/port.ts'], 'port', ['bb/port.ts']), [
      'bb/port.ts',
      'a/port.ts',
    ]);
    assert.deepEqual(ranked(['port.ts', 'airport.ts'], 'port', ['airport.ts']), ['port.ts', 'airport.ts']);
  });

  it('returns only paths in which the typed letters occur in the order in which they were typed', () => {
    assert.deepEqual(ranked(['ab.ts', 'ba.ts', 'a/b.ts'], 'abs'), ['ab.ts', 'a/b.ts']);
    assert.deepEqual(ranked(['harbour', 'harbourr'], 'rrr'), ['harbourr']);
    assert.deepEqual(
      ranked(['other.ts'], 'port', ['other.ts']),
      [],
      'an open file was returned although it does not match',
    );
  });

  it('returns at most the requested number of paths', () => {
    const paths = ['a', 'b', 'c'];
    for (const [most, count] of [
      [2, 2],
      [3, 3],
      [0, 0],
      [-1, 0],
    ] as const)
      assert.equal(rankPaths(paths, { query: '', open: [], most }).length, count);
  });
});

describe('the language of a file', () => {
  for (const [path, language] of [
    ['src/a.TS', 'ts'],
    ['archive.tar.gz', 'gz'],
    ['Makefile', undefined],
    ['a.', undefined],
    ['a.t-s', undefined],
    [undefined, undefined],
  ] as const) {
    it(`is ${String(language)} for the path ${String(path)}`, () => {
      assert.equal(languageOf(path), language);
    });
  }
});

describe('a link', () => {
  for (const [href, target] of [
    ['HTTPS://example.org/', { kind: 'web', url: 'HTTPS://example.org/' }],
    ['  http://example.org/a  ', { kind: 'web', url: 'http://example.org/a' }],
    ['src/a.ts:40:2', { kind: 'file', path: 'src/a.ts', line: 40 }],
    ['src/a.ts#L7', { kind: 'file', path: 'src/a.ts', line: 7 }],
    ['src/a.ts#L12-20', { kind: 'file', path: 'src/a.ts', line: 12 }],
    ['src/a.ts:', { kind: 'file', path: 'src/a.ts:' }],
    ['src/a.ts#L', { kind: 'file', path: 'src/a.ts#L' }],
    ['FILE://localhost/w/a.ts', { kind: 'file', path: '/w/a.ts' }],
    ['src/file:///a.ts', { kind: 'file', path: 'src/file:///a.ts' }],
    ['git+ssh://host/a', undefined],
    ['ms-settings:x', undefined],
    ['a1.b:x', undefined],
    ['%63ommand:quit', undefined],
  ] as const) {
    it(`to ${JSON.stringify(href)} leads ${target === undefined ? 'nowhere' : `to the ${target.kind}`}`, () => {
      assert.deepEqual(linkTarget(href), target);
    });
  }

  it('leads nowhere if the link has more than 4,000 characters', () => {
    assert.equal(linkTarget('x'.repeat(4_000))?.kind, 'file');
    for (const long of ['x'.repeat(4_001), `https://x/${'a'.repeat(4_000)}`, '1:'.repeat(100_000)])
      assert.equal(linkTarget(long), undefined);
  });
});
