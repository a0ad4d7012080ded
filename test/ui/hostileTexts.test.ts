import assert from 'node:assert/strict';
import { texts } from '../torture/texts.ts';

describe('hostile texts', () => {
  it('run, load and inject nothing in the thread, the header and around the composer', async () => {
    const { failures } = await texts.run({ count: 60, seed: 1, progress: () => undefined });
    assert.deepEqual(failures, []);
  });
});
