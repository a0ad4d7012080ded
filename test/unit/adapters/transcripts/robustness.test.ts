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

describe('readTranscript', () => {
  it('throws no error other than TranscriptError if the file contains random bytes', () =>
    throwsNothingElse(fc.uint8Array({ maxLength: 400 }), 100));

  it('throws no error other than TranscriptError if the transcript is damaged', () =>
    throwsNothingElse(damagedTranscript, 120));

  it('throws no error other than TranscriptError if values have unexpected types', () =>
    throwsNothingElse(oddTranscript, 80));
});
