import assert from 'node:assert/strict';
import { countBytes } from '../../../src/cli/agentNotes.ts';

describe('The tokens of notes for another agent', () => {
  it('are the UTF-8 bytes divided by four, rounded up', () => {
    assert.deepEqual(['', 'a', 'abcd', 'abcde', 'üü', 'üüü'].map(countBytes), [0, 1, 1, 2, 1, 2]);
  });
});
