import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createTokenCounter } from '../../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { WorkerTokenCounter } from '../../../../src/adapters/tokens/workerTokenCounter.ts';
import type { TokenCounter } from '../../../../src/core/ports.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';

const script = sourceWorker('src/adapters/tokens/tokenWorker.ts');
/** A worker that returns, for each text, the number of texts in the batch instead of the token count. */
const standIn = sourceWorker('test/unit/adapters/tokens/standInTokenWorker.ts');

describe('the token counter in a worker', () => {
  let worker: WorkerTokenCounter;
  let inProcess: TokenCounter;

  before(async () => {
    worker = new WorkerTokenCounter({ encoding: 'o200k_base', script });
    inProcess = await createTokenCounter('o200k_base');
  });
  after(() => worker.close());

  it('returns one count per text, in order', async () => {
    const texts = Array.from({ length: 1_200 }, (_, index) => 'word '.repeat(index % 7));
    const counts = await worker.count(texts);
    assert.deepEqual(counts, await inProcess.count(texts));
    assert.equal(counts.length, texts.length);
    assert.deepEqual(await worker.count([]), []);
  });

  it('returns the same counts as a counter on the calling thread', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (texts) => {
        assert.deepEqual(await worker.count(texts), await inProcess.count(texts));
      }),
      { numRuns: 50 },
    );
  });

  it('sends at most 5,000 texts and a million characters in a batch, and a longer text alone', async () => {
    const other = new WorkerTokenCounter({ encoding: 'o200k_base', script: standIn });
    const many = await other.count(Array.from({ length: 5_002 }, () => 'a'));
    assert.deepEqual([many[0], many[4_999], many[5_000], many[5_001]], [5_000, 5_000, 2, 2]);
    const [half, whole] = ['a'.repeat(500_000), 'a'.repeat(1_000_001)];
    assert.deepEqual(await other.count([half, half, half, whole, 'a']), [2, 2, 1, 1, 1]);
    await other.close();
  });

  it('uses only the worker in `count`, even after warmUp', async () => {
    const other = new WorkerTokenCounter({ encoding: 'o200k_base', script: standIn });
    await other.warmUp();
    assert.deepEqual(await other.count(['字漢語文', ' '.repeat(9), 'a']), [3, 3, 3]);
    await other.close();
  });

  it('rejects a cancelled count with an AbortError and completes other counts', async () => {
    const cancelling = new AbortController();
    const cancelled = worker.count(['a', 'b'], cancelling.signal);
    const other = worker.count(['still here']);
    cancelling.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    await assert.rejects(worker.count(['x'], cancelling.signal), { name: 'AbortError' });
    assert.deepEqual(await other, [2]);
  });

  it('counts bytes instead of tokens in `countSmall` before warmUp, or if the text has more than 20,000 bytes', async () => {
    const cold = new WorkerTokenCounter({ encoding: 'o200k_base', script });
    assert.equal(cold.countSmall('naïve words'), 12);
    await Promise.all([cold.warmUp(), cold.warmUp()]);
    assert.equal(cold.countSmall('naïve words'), inProcess.countSmall('naïve words'));
    assert.equal(cold.countSmall('é'.repeat(10_001)), 20_002);
    assert.ok(cold.countSmall('é'.repeat(10_000)) < 20_000);
    await cold.close();
  });

  it('rejects a count with a timeout if the worker misses the deadline', async () => {
    const hasty = new WorkerTokenCounter({ encoding: 'cl100k_base', script: standIn, deadlineMs: 1 });
    await assert.rejects(hasty.count(['silence']), { name: 'WorkerError', reason: 'timeout' });
    await hasty.close();
  });

  it('rejects pending and later counts when the counter is closed', async () => {
    const closed = new WorkerTokenCounter({ encoding: 'o200k_base', script });
    const counting = closed.count(['late']);
    await Promise.all([closed.close(), assert.rejects(counting, { reason: 'closed' })]);
    await assert.rejects(closed.count(['later']), { reason: 'closed' });
  });
});

describe('the token counter on the calling thread', () => {
  it('counts a text of 70,000 characters exactly, and an empty text as 0', async () => {
    const counter = await createTokenCounter('cl100k_base');
    const text = 'one two three\n'.repeat(5_000);
    assert.equal(counter.encoding, 'cl100k_base');
    assert.equal(counter.countSmall(text), 20_000);
    assert.deepEqual(await counter.count([text, '']), [20_000, 0]);
  });

  it('rejects a cancelled count with an AbortError', async () => {
    const counter = await createTokenCounter('o200k_base');
    await assert.rejects(counter.count(['x'], AbortSignal.abort()), { name: 'AbortError' });
  });
});
