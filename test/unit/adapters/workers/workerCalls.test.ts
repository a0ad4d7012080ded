import assert from 'node:assert/strict';
import type { Worker } from 'node:worker_threads';
import { WorkerCalls } from '../../../../src/adapters/workers/workerCalls.ts';
import { until } from '../../../support/until.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';
import type { FixtureData, FixtureRequest } from './fixtureWorker.ts';

/** The `threadId` of a worker that has ended. */
const GONE = -1;

describe('WorkerCalls', () => {
  let started: Worker[];
  let startedIds: number[];
  let endedIds: number[];
  let calls: WorkerCalls<FixtureRequest, string>;

  const keep = (worker: Worker): void => {
    started.push(worker);
    startedIds.push(worker.threadId);
  };

  beforeEach(() => {
    [started, startedIds, endedIds] = [[], [], []];
    process.on('worker', keep);
    calls = new WorkerCalls({
      script: sourceWorker('test/unit/adapters/workers/fixtureWorker.ts'),
      workerData: { startMs: 0 } satisfies FixtureData,
      onEnd: (id) => void endedIds.push(id),
    });
  });
  afterEach(async () => {
    process.off('worker', keep);
    await calls.close();
  });

  it('resolves each call with the reply to its own request', async () => {
    const texts = ['one', 'two', 'three'];
    const replies = await Promise.all(texts.map((text) => calls.call({ type: 'echo', text })));
    assert.deepEqual(replies, texts);
  });

  it('rejects a call with the message of the error that the worker threw', async () => {
    await assert.rejects(calls.call({ type: 'throw', text: 'no such thing' }), {
      reason: 'failed',
      message: 'no such thing',
    });
  });

  it('sends calls again after the worker crashed', async () => {
    const flag = new SharedArrayBuffer(4);
    const [crashed, waiting] = await Promise.all([
      calls.call({ type: 'exitOnce', flag }),
      calls.call({ type: 'echo', text: 'waited' }),
    ]);
    assert.deepEqual([crashed, waiting], ['second time', 'waited']);
    assert.equal(calls.ended, 1);
  });

  it('reports the id of each worker thread that ended because of a crash or `close`', async () => {
    await assert.rejects(calls.call({ type: 'exit' }), { reason: 'crashed' });
    await calls.call({ type: 'echo', text: 'up again' });
    assert.equal(startedIds.length, 3);
    await calls.close();
    assert.deepEqual(endedIds, startedIds);
  });

  it('rejects a call if the worker crashes twice during the call', async () => {
    await assert.rejects(calls.call({ type: 'exit' }), { reason: 'crashed' });
    assert.equal(await calls.call({ type: 'echo', text: 'up again' }), 'up again');
  });

  it('sends waiting calls to a new worker after another call missed its deadline', async () => {
    await calls.call({ type: 'echo', text: 'up' });
    const stuck = calls.call({ type: 'spin' }, { deadlineMs: 20 });
    const behind = calls.call({ type: 'echo', text: 'behind' });
    await assert.rejects(stuck, { reason: 'timeout' });
    assert.equal(await behind, 'behind');
    assert.equal(calls.ended, 1);
    await until('the first of two workers is gone', () => started[0]?.threadId === GONE);
    assert.equal(started.length, 2);
  });

  it('does not count the start of the worker towards the deadline of a call', async () => {
    const slow = new WorkerCalls<FixtureRequest, string>({
      script: sourceWorker('test/unit/adapters/workers/fixtureWorker.ts'),
      workerData: { startMs: 3_000 } satisfies FixtureData,
    });
    assert.equal(await slow.call({ type: 'echo', text: 'up' }, { deadlineMs: 2_000 }), 'up');
    await assert.rejects(slow.call({ type: 'spin' }, { deadlineMs: 20 }), { reason: 'timeout' });
    await slow.close();
  });

  it('ends the worker on `close`, and rejects pending and later calls with the reason `closed`', async () => {
    const isBusy = new SharedArrayBuffer(4);
    const stuck = calls.call({ type: 'spin', isBusy });
    const rejected = assert.rejects(stuck, { reason: 'closed' });
    await until('the worker is busy', () => Atomics.load(new Int32Array(isBusy), 0) > 0);
    await calls.close();
    await rejected;
    assert.deepEqual(
      started.map(({ threadId }) => threadId),
      [GONE],
    );
    await assert.rejects(calls.call({ type: 'echo', text: 'late' }), { reason: 'closed' });
  });

  it('rejects calls with the reason `crashed` if the worker’s script is missing', async () => {
    const path = new URL('missing.cjs', import.meta.url);
    const lost = new WorkerCalls<string, string>({ script: { path }, workerData: undefined });
    await assert.rejects(lost.call('x'), { reason: 'crashed' });
    await lost.close();
  });
});
