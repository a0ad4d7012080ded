import { seededRandom } from '../bench/retention/seeded.ts';
import { KilledWriters } from '../support/killedWriters.ts';
import { temporaryStore } from '../support/temporaryStore.ts';
import { withCommas, type Trial } from './trial.ts';

/**
 * The number of kills before a new log is begun. The log grows with each kill and is then read completely, which
 * becomes slow.
 */
const KILLS_A_LOG = 40;

export const kills: Trial = {
  what: 'kill -9 of a process that appends',
  usual: 1_000,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    let acknowledged = 0;
    for (let done = 0; done < count;) {
      const temporary = temporaryStore();
      const writers = await KilledWriters.in(temporary.root);
      for (let kill = 0; kill < KILLS_A_LOG && done < count; kill++, done++) {
        await writers.kill(1 + Math.floor(random() * 60));
        failures.push(...(await writers.problems()).map((problem) => `kill ${done + 1}: ${problem}`));
        progress(done + 1);
      }
      acknowledged += writers.acknowledged.length;
      temporary.remove();
    }
    return { failures, figures: `${withCommas(acknowledged)} acknowledged entries, all there` };
  },
};
