import { checkHistories } from '../support/histories.ts';
import type { Trial } from './trial.ts';

const BATCH = 100;

export const histories: Trial = {
  what: 'random histories with rewinds and undos',
  usual: 10_000,
  async run({ count, seed, progress }) {
    const failures: string[] = [];
    for (let done = 0; done < count; done += BATCH) {
      const numRuns = Math.min(BATCH, count - done);
      try {
        await checkHistories({ seed: seed + done, numRuns });
      } catch (error) {
        failures.push(`histories with the seed ${seed + done}: ${String(error).slice(0, 1_000)}`);
      }
      progress(done + numRuns);
    }
    return { failures, figures: 'each step sound, each compaction taken back without a trace' };
  },
};
