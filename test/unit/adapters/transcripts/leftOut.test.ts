import assert from 'node:assert/strict';
import { leftOutSentence } from '../../../../src/adapters/transcripts/leftOut.ts';

describe('leftOutSentence', () => {
  it('lists the most frequent kinds of omitted content, and counts all others', () => {
    const skipped = ['a', 'b', 'c', 'd', 'e', 'f'].map((what, at) => ({
      what: `${what} line`,
      count: at + 1,
      where: 'line 1',
    }));
    assert.equal(
      leftOutSentence(skipped),
      'Some parts of this transcript were left out, cut or joined: 6 × f line, 5 × e line, 4 × d line, 3 × c line, 3 of other kinds.',
    );
    assert.equal(
      leftOutSentence(skipped.slice(0, 1)),
      'Some parts of this transcript were left out, cut or joined: 1 × a line.',
    );
  });

  it('returns undefined if everything was read', () => {
    assert.equal(leftOutSentence([]), undefined);
  });
});
