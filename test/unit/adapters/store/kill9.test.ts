import assert from 'node:assert/strict';
import { KilledWriters } from '../../../support/killedWriters.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

/** For each writer: the number of entries after which it is killed. `npm run torture` kills a thousand writers. */
const KILLED_AFTER = [1, 38, 15, 52, 29];

describe('a session’s log', () => {
  it(`keeps every acknowledged entry, and stays readable, after ${String(KILLED_AFTER.length)} writers were killed`, async () => {
    const temporary = temporaryStore();
    try {
      const writers = await KilledWriters.in(temporary.root);
      for (const entries of KILLED_AFTER) {
        await writers.kill(entries);
        assert.deepEqual(await writers.problems(), []);
      }
      assert.ok(writers.acknowledged.length >= KILLED_AFTER.reduce((sum, entries) => sum + entries));
    } finally {
      temporary.remove();
    }
  });
});
