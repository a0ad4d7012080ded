import assert from 'node:assert/strict';
import { originWords } from '../../../../src/extension/sessions/readOnlyReason.ts';

describe('The notice on the origin of a session', () => {
  it('distinguishes the sample session from an opened transcript', () => {
    assert.match(originWords('sample'), /^This is a recorded sample, not a session of your own/u);
    assert.equal(originWords('claudeCode'), 'Opened from a transcript.');
  });
});
