import assert from 'node:assert/strict';
import { lastPlaceOf, placesOf, stands } from '../../../bench/retention/wholeWords.ts';

describe('the search for whole words', () => {
  it('does not find a name within a longer name', () => {
    assert.equal(stands('readFile', 'readFileSync and myreadFile'), false);
    assert.equal(stands('readFile', 'fs.readFile()'), true);
  });

  it('treats letters of any script and underscores as parts of a word', () => {
    assert.equal(stands('abc', 'éabc'), false);
    assert.equal(stands('abc', '_abc'), false);
  });

  it('needs no word boundary beside a punctuation mark', () => {
    assert.equal(stands('--flag', 'x--flag'), true);
  });

  it('returns all positions or the last position of a word', () => {
    const text = 'a1b x a1b a1bc';
    assert.deepEqual([...placesOf('a1b', text)], [0, 6]);
    assert.equal(lastPlaceOf('a1b', text), 6);
    assert.equal(lastPlaceOf('a1b', 'a1bc'), -1);
  });
});
