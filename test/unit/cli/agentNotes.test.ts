import assert from 'node:assert/strict';
import { tokensByBytes } from '../../../src/cli/agentNotes.ts';

describe('The token count of notes for another agent', () => {
  it('is the number of UTF-8 bytes divided by four, rounded up', () => {
    assert.deepEqual(['', 'a', 'abcd', 'abcde', 'üü', 'üüü'].map(tokensByBytes), [0, 1, 1, 2, 1, 2]);
  });
});
