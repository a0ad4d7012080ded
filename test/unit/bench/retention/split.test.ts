import assert from 'node:assert/strict';
import { fnv1a, splitOf } from '../../../bench/retention/split.ts';

describe('the split of transcripts into tuning and held-out', () => {
  it('uses a hash function with the published values of FNV-1a', () => {
    assert.equal(fnv1a(''), 0x811c9dc5);
    assert.equal(fnv1a('a'), 0xe40c292c);
    assert.equal(fnv1a('foobar'), 0xbf9cf968);
  });

  it('puts even hashes into tuning and odd hashes into held-out', () => {
    assert.equal(splitOf('a'), 'tuning');
    assert.equal(splitOf(''), 'heldout');
  });

  it('uses only the base name and ignores the folder', () => {
    assert.equal(splitOf('/one/place/foobar'), splitOf('C:\\another\\foobar'));
    assert.equal(splitOf('foobar'), 'tuning');
  });
});
