import fc from 'fast-check';
import { TranscriptError } from '../../src/adapters/transcripts/formats.ts';
import { CannotFitError, compactMessages } from '../../src/cli/compactMessages.ts';
import { damagedTranscript, oddTranscript } from '../support/damagedTranscripts.ts';
import { readContent } from '../support/transcriptFiles.ts';
import { messageProblems } from '../support/validMessages.ts';
import { withCommas, type Trial } from './trial.ts';

/**
 * The maximum number of milliseconds for a file of a few kilobytes. A longer time means that some work grows faster
 * than its input.
 */
const SLOW_MS = 2_000;
const count = (text: string): number => Math.ceil(text.length / 4);

/** Reads a file and compacts its messages to a third. Returns whether the file was read as a transcript. */
async function readAndCompact(content: string | Uint8Array): Promise<boolean> {
  try {
    const { messages } = await readContent(content);
    const options = { windowTokens: 4_000, strategy: 'hybrid', count } as const;
    const { contextTokens } = compactMessages(messages, options);
    const { context } = compactMessages(messages, { ...options, budgetTokens: Math.ceil(contextTokens / 3) });
    const problems = messageProblems(context);
    if (problems.length > 0) throw new Error(`The context is not valid: ${problems.join(', ')}`);
    return true;
  } catch (error) {
    if (error instanceof CannotFitError) return true;
    if (error instanceof TranscriptError) return false;
    throw error;
  }
}

export const transcripts: Trial = {
  what: 'damaged transcripts read and compacted',
  usual: 10_000,
  async run({ count: asked, seed, isTimed = false, progress }) {
    const contents = fc.oneof(damagedTranscript, damagedTranscript, oddTranscript, fc.uint8Array());
    const failures: string[] = [];
    let taken = 0;
    let done = 0;
    while (done < asked) {
      const numRuns = Math.min(500, asked - done);
      for (const content of fc.sample<string | Uint8Array>(contents, { seed: seed + done, numRuns })) {
        const started = performance.now();
        done += 1;
        try {
          if (await readAndCompact(content)) taken += 1;
        } catch (error) {
          failures.push(`transcript ${done}: ${String(error)}`);
        }
        const tookMs = performance.now() - started;
        if (isTimed && tookMs > SLOW_MS) failures.push(`transcript ${done}: took ${Math.round(tookMs)} ms`);
        progress(done);
      }
    }
    return {
      failures,
      figures: `${withCommas(taken)} were still readable, the others refused with an error message`,
    };
  },
};
