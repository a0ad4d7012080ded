import assert from 'node:assert/strict';
import { readTranscript } from '../../../../src/adapters/transcripts/formats.ts';
import { writeNotes } from '../../../../src/core/record/notes.ts';
import { testEachTranscript } from '../../../support/corpus.ts';
import { someOf } from '../../../support/volume.ts';
import { ungroundedLines } from './grounded.ts';
import { countRoughly, sessionOf } from './sessionOf.ts';

describe('The notes on real transcripts', () => {
  testEachTranscript(
    (file) => `contain in each line only text from the messages that the line names: ${file}`,
    async (file, place) => {
      const { messages } = await readTranscript(file);
      const session = sessionOf(...messages.map(({ message }) => message));
      for (const mostTokens of someOf([3_000, 8_000, 20_000], 1, place)) {
        const notes = writeNotes({ messages: session, mostTokens, count: countRoughly });
        assert.deepEqual(ungroundedLines(notes, session), []);
      }
    },
  );
});
