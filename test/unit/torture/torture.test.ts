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

/** A little of each, so that what `npm run torture` does for an hour can be run; the README has its own counts. */
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

describe('No failure occurs in', () => {
  for (const [trial, count] of TRIALS) {
    it(`${withCommas(count)} ${trial.what}`, async () => {
      const done: number[] = [];
      const { failures } = await trial.run({ count, seed: 1, progress: (nth) => done.push(nth) });
      assert.deepEqual(failures, []);
      assert.equal(done.at(-1), count);
    });
  }
});
