import assert from 'node:assert/strict';
import { KilledWriters } from '../../../support/killedWriters.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

/** `npm run torture` kills a thousand. */
const KILLS = 50;

describe('a writer that is killed', () => {
  it(`loses no acknowledged entry in ${String(KILLS)} kills, and every log opens`, async function () {
    this.timeout(120_000);
    const temporary = temporaryStore();
    try {
      const writers = await KilledWriters.in(temporary.root);
      for (let kill = 0; kill < KILLS; kill++) {
        await writers.kill(1 + ((kill * 37) % 60));
        assert.deepEqual(await writers.problems(), []);
      }
      assert.ok(writers.acknowledged.length > 1000);
    } finally {
      temporary.remove();
    }
  });
});
