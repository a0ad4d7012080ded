import assert from 'node:assert/strict';
import { WorkerCalls } from '../../../../src/adapters/workers/workerCalls.ts';
import { until } from '../../../support/until.ts';
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
    const count = new SharedArrayBuffer(4);
    const stuck = calls.call({ type: 'spin', count }, { deadlineMs: 1500 });
    const behind = calls.call({ type: 'echo', text: 'behind' });
    await assert.rejects(stuck, { reason: 'timeout' });
    assert.equal(await behind, 'behind');
    assert.equal(calls.ended, 1);
    await standsStill(count);
  });

  it('that are closed leave no worker behind that goes on', async () => {
    const count = new SharedArrayBuffer(4);
    const stuck = calls.call({ type: 'spin', count });
    const rejected = assert.rejects(stuck, { reason: 'closed' });
    await until('the worker counts', () => valueOf(count) > 0);
    await calls.close();
    await rejected;
    const last = valueOf(count);
    for (let turns = 0; turns < MANY_TURNS; turns++) await turn();
    assert.equal(valueOf(count), last);
    await assert.rejects(calls.call({ type: 'echo', text: 'late' }), { reason: 'closed' });
  });

  it('are given up when there is no such script', async () => {
    const path = new URL('missing.cjs', import.meta.url);
    const lost = new WorkerCalls<string, string>({ script: { path }, workerData: undefined });
    await assert.rejects(lost.call('x'), { reason: 'crashed' });
    await lost.close();
  });
});

/** A tenth of a second and more: a thread that lives gets its share of the processor meanwhile. */
const MANY_TURNS = 200_000;

function valueOf(count: SharedArrayBuffer): number {
  return Atomics.load(new Int32Array(count), 0);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when nobody counts up any more; the test's time-out ends it when somebody always does. */
async function standsStill(count: SharedArrayBuffer): Promise<void> {
  for (let before = -1; before !== valueOf(count);) {
    before = valueOf(count);
    for (let turns = 0; turns < MANY_TURNS; turns++) await turn();
  }
}
