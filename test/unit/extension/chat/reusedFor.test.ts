import assert from 'node:assert/strict';
import { reusedFor } from '../../../../src/extension/chat/reusedFor.ts';

describe('a temporarily cached value', () => {
  it('is computed again only after the cache time has passed', async () => {
    let [time, made] = [0, 0];
    const value = reusedFor(
      10,
      () => time,
      () => Promise.resolve((made += 1)),
    );
    assert.deepEqual([await value(), await value()], [1, 1]);
    time = 11;
    assert.equal(await value(), 2);
  });

  it('is computed again by the next call after a failed computation', async () => {
    let isFailing = true;
    const value = reusedFor(
      10,
      () => 0,
      () => (isFailing ? Promise.reject(new Error('no disk')) : Promise.resolve('files')),
    );
    await assert.rejects(value(), /no disk/);
    isFailing = false;
    assert.equal(await value(), 'files');
  });
});
