import { checkEditedNotes } from '../support/editedNotes.ts';
import { checkHistories } from '../support/histories.ts';
import type { Trial } from './trial.ts';

const BATCH = 100;

interface Property {
  readonly what: string;
  readonly figures: string;
  readonly check: (parameters: { readonly seed: number; readonly numRuns: number }) => unknown;
}

/**
 * Checks a property on random sessions, in batches. Each batch has its own seed, so that only one batch must run again
 * to repeat a failure.
 */
function trialOf({ what, figures, check }: Property): Trial {
  return {
    what,
    usual: 10_000,
    async run({ count, seed, progress }) {
      const failures: string[] = [];
      for (let done = 0; done < count; done += BATCH) {
        const numRuns = Math.min(BATCH, count - done);
        try {
          await check({ seed: seed + done, numRuns });
        } catch (error) {
          failures.push(`${what} with the seed ${seed + done}: ${String(error).slice(0, 1_000)}`);
        }
        progress(done + numRuns);
      }
      return { failures, figures };
    },
  };
}

export const histories = trialOf({
  what: 'random histories with rewinds and undos',
  figures: 'each context valid, each compaction undone completely',
  check: checkHistories,
});

export const edits = trialOf({
  what: 'random sessions whose notes are edited',
  figures: 'no struck line came back, each compaction as previewed',
  check: checkEditedNotes,
});
