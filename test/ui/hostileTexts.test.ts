import assert from 'node:assert/strict';
import { texts } from '../torture/texts.ts';

describe('hostile texts', () => {
  it('run, load and inject nothing, wherever the chat shows a text', async () => {
    const { failures } = await texts.run({ count: 60, seed: 1, progress: () => undefined });
    assert.deepEqual(failures, []);
  });
});
