import assert from 'node:assert/strict';
import { parseQuery } from '../../../../src/core/recall/query.ts';
import { rankHits } from '../../../../src/core/recall/rank.ts';
import { scanTexts, type FoundText } from '../../../../src/core/recall/scan.ts';

const texts = [
  { id: 'm1', text: 'class AegisStoreProvider extends Provider {}' },
  { id: 'm2', text: 'the store, and again the STORE: a store' },
  { id: 'm3', text: 'if (a !== b) return;' },
];
const idsOf = (query: string): readonly string[] =>
  scanTexts(texts, parseQuery(query), 10).map(({ id }) => id);

describe('scanning texts', () => {
  it('finds a part of a name, ignoring case', () => {
    assert.deepEqual(idsOf('storeProvider'), ['m1']);
  });
  it('finds punctuation', () => {
    assert.deepEqual(idsOf('!=='), ['m3']);
  });
  it('finds a path with backslashes in a call’s arguments, which are JSON', () => {
    const [found] = scanTexts(
      [{ id: 'm4', text: `edit ${JSON.stringify({ path: 'C:\\src\\a.ts', text: 'twice' })}` }],
      parseQuery('c:\\src\\a.ts twice'),
      10,
    );
    assert.deepEqual([found?.id, found?.score], ['m4', 1]);
  });
  it('finds texts that contain all words, and puts the text with the most occurrences first', () => {
    assert.deepEqual(idsOf('store'), ['m2', 'm1']);
    assert.deepEqual(idsOf('store again'), ['m2']);
  });
  it('returns at most the requested number of hits, and none for an empty query', () => {
    assert.equal(scanTexts(texts, parseQuery('store'), 1).length, 1);
    assert.deepEqual(idsOf(' '), []);
  });
});

describe('ranking hits', () => {
  const found = (id: string, by: FoundText['by'], text: string, score = 1): FoundText => ({
    id,
    by,
    text,
    score,
  });

  it('lists matches of all words first, and matches of some words last', () => {
    const hits = rankHits(
      [
        found('m1', 'any', 'x', 99),
        found('m2', 'scan', 'x'),
        found('m3', 'all', 'x'),
        found('m3', 'any', 'x'),
      ],
      parseQuery('fix loop'),
      10,
    );
    assert.deepEqual(
      hits.map(({ id }) => id),
      ['m3', 'm2', 'm1'],
    );
  });

  it('prefers a text that contains the query as it was typed, ignoring case', () => {
    const hits = rankHits(
      [found('m1', 'all', 'loop that needs a fix', 9), found('m2', 'all', 'Fix loop', 1)],
      parseQuery('fix loop'),
      1,
    );
    assert.deepEqual(
      hits.map(({ id, excerpt }) => [id, excerpt]),
      [['m2', 'Fix loop']],
    );
  });
});
