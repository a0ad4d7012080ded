import assert from 'node:assert/strict';
import { day } from '../../torture/day.ts';
import { faults } from '../../torture/faults.ts';
import { flips } from '../../torture/flips.ts';
import { folders } from '../../torture/folders.ts';
import { large } from '../../torture/large.ts';
import { races } from '../../torture/races.ts';
import { secrets } from '../../torture/secrets.ts';
import { transcripts } from '../../torture/transcripts.ts';
import { withCommas, type Trial } from '../../torture/trial.ts';

/**
 * Some trials of `npm run torture`, each with a small count, because the full run takes hours. docs/EVALUATION.md
 * states the counts of the full run.
 */
const TRIALS: readonly (readonly [Trial, number])[] = [
  [races, 4],
  [flips, 20],
  [transcripts, 30],
  [faults, 6],
  [secrets, 60],
  [large, 2],
  [folders, 20],
  [day, 30],
];

describe('Longthread', () => {
  for (const [trial, count] of TRIALS) {
    it(`passes a trial of ${withCommas(count)} ${trial.what}`, async () => {
      const done: number[] = [];
      const { failures } = await trial.run({ count, seed: 1, progress: (nth) => done.push(nth) });
      assert.deepEqual(failures, []);
      assert.equal(done.at(-1), count);
    });
  }
});
