import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { damagedTranscript, oddTranscript } from '../../../support/damagedTranscripts.ts';
import { refusalOf } from '../../../support/transcriptFiles.ts';

async function throwsNothingElse(
  contents: fc.Arbitrary<string | Uint8Array>,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      assert.equal(typeof (await refusalOf(content)), 'string');
    }),
    { numRuns },
  );
}

describe('readTranscript, for any input,', () => {
  it('throws no error except TranscriptError for random bytes', () =>
    throwsNothingElse(fc.uint8Array({ maxLength: 400 }), 100));

  it('throws no error except TranscriptError for damaged transcripts', () =>
    throwsNothingElse(damagedTranscript, 120));

  it('throws no error except TranscriptError for values with unexpected types', () =>
    throwsNothingElse(oddTranscript, 80));
});
