import assert from 'node:assert/strict';
import { WorkerCalls } from '../../../../src/adapters/workers/workerCalls.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';
import type { FixtureRequest } from './fixtureWorker.ts';

describe('calls into a worker', function () {
  this.timeout(30_000);
  let calls: WorkerCalls<FixtureRequest, string>;

  beforeEach(() => {
    calls = new WorkerCalls({
      script: sourceWorker('test/unit/adapters/workers/fixtureWorker.ts'),
      workerData: undefined,
    });
  });
  afterEach(() => calls.close());

  it('are each answered by their own reply', async () => {
    const texts = ['one', 'two', 'three'];
    const replies = await Promise.all(texts.map((text) => calls.call({ type: 'echo', text })));
    assert.deepEqual(replies, texts);
  });

  it('are rejected with what the worker threw', async () => {
    await assert.rejects(calls.call({ type: 'throw', text: 'no such thing' }), {
      reason: 'failed',
      message: 'no such thing',
    });
  });

  it('are sent again after a crash', async () => {
    const flag = new SharedArrayBuffer(4);
    const [crashed, waiting] = await Promise.all([
      calls.call({ type: 'exitOnce', flag }),
      calls.call({ type: 'echo', text: 'waited' }),
    ]);
    assert.deepEqual([crashed, waiting], ['second time', 'waited']);
    assert.equal(calls.ended, 1);
  });

  it('are given up when the worker crashes at them twice, and later ones are answered', async () => {
    await assert.rejects(calls.call({ type: 'exit' }), { reason: 'crashed' });
    assert.equal(await calls.call({ type: 'echo', text: 'up again' }), 'up again');
  });

  it('end a worker that misses a deadline; those behind go to the next worker', async () => {
    const stuck = calls.call({ type: 'spin' }, { deadlineMs: 1500 });
    const behind = calls.call({ type: 'echo', text: 'behind' });
    await assert.rejects(stuck, { reason: 'timeout' });
    assert.equal(await behind, 'behind');
    assert.equal(calls.ended, 1);
  });

  it('are given up when there is no such script', async () => {
    const path = new URL('missing.cjs', import.meta.url);
    const lost = new WorkerCalls<string, string>({ script: { path }, workerData: undefined });
    await assert.rejects(lost.call('x'), { reason: 'crashed' });
    await lost.close();
  });
});
