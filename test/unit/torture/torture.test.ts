import assert from 'node:assert/strict';
import { faults } from '../../torture/faults.ts';
import { races } from '../../torture/races.ts';
import { transcripts } from '../../torture/transcripts.ts';
import { withPlaces, type Trial } from '../../torture/trial.ts';

/** A little of each, so that what `npm run torture` does for an hour still runs; its own counts are in the README. */
const TRIALS: readonly (readonly [Trial, number])[] = [
  [races, 15],
  [transcripts, 150],
  [faults, 30],
];

describe('Nothing gives way under', () => {
  for (const [trial, count] of TRIALS) {
    it(`${withPlaces(count)} ${trial.what}`, async () => {
      const done: number[] = [];
      const { failures } = await trial.run({ count, seed: 1, progress: (nth) => done.push(nth) });
      assert.deepEqual(failures, []);
      assert.equal(done.at(-1), count);
    }).timeout(120_000);
  }
});
