import assert from 'node:assert/strict';
import { TokenCounts } from '../../../../src/extension/agent/tokenCounts.ts';

/**
 * Returns a token counter that counts characters. `asked` contains the counted texts, and `here` is the number of
 * texts that were counted without the worker.
 */
function counter(): { asked: string[]; here: number } & ConstructorParameters<typeof TokenCounts>[0] {
  const asked: string[] = [];
  return {
    asked,
    here: 0,
    count: (texts) => {
      asked.push(...texts);
      return Promise.resolve(texts.map((text) => text.length));
    },
    countSmall(text) {
      asked.push(text);
      this.here++;
      return text.length;
    },
  };
}

describe('token counts for the editor’s agent', () => {
  it('are computed only once for each text', async () => {
    const counting = counter();
    const counts = new TokenCounts(counting);
    for (let round = 0; round < 4; round++)
      for (const text of ['a schema', 'another schema']) assert.equal(await counts.of(text), text.length);
    assert.deepEqual(counting.asked, ['a schema', 'another schema']);
  });

  it('are computed in the worker only for a text of more than 6,000 characters', async () => {
    const counting = counter();
    const counts = new TokenCounts(counting);
    assert.equal(await counts.of('x'.repeat(6_000)), 6_000);
    assert.equal(counting.here, 1);
    assert.equal(await counts.of('x'.repeat(6_001)), 6_001);
    assert.equal(counting.here, 1);
  });

  it('are upper bounds if the worker fails', async () => {
    const counting = counter();
    const working = counting.count.bind(counting);
    const counts = new TokenCounts(counting);
    const text = 'x'.repeat(6_001);
    counting.count = () => Promise.reject(new Error('The worker crashed.'));
    assert.equal(await counts.of(text), 6_001);
    assert.equal(counting.here, 1);
    counting.count = working;
    assert.equal(await counts.of(text), 6_001);
    assert.equal(counting.here, 1, 'the text was counted without the worker');
  });

  it('are cached only once if several requests for a text arrive together', async () => {
    const counting = counter();
    const counts = new TokenCounts(counting);
    await counts.of('a schema');
    const long = 'y'.repeat(2_000_000);
    await Promise.all([counts.of(long), counts.of(long), counts.of(long)]);
    counting.asked.length = 0;
    await counts.of('a schema');
    await counts.of(long);
    assert.equal(counting.asked.length, 0);
  });

  it('are removed from the cache, oldest first, if the cached texts exceed four million characters', async () => {
    const counting = counter();
    const counts = new TokenCounts(counting);
    await counts.of('the oldest');
    await counts.of('an old one');
    await counts.of('y'.repeat(3_999_985));
    await counts.of('an old one');
    assert.equal(counting.asked.length, 3, 'a text that still fits into the cache was counted again');
    await counts.of('the oldest');
    assert.equal(counting.asked.length, 4, 'the oldest was kept beyond the limit');
  });

  it('are correct for a text that is too long for the cache, and the other counts stay cached', async () => {
    const counting = counter();
    const counts = new TokenCounts(counting);
    await counts.of('short');
    assert.equal(await counts.of('z'.repeat(4_000_001)), 4_000_001);
    await counts.of('short');
    assert.equal(counting.asked.filter((text) => text === 'short').length, 1);
  });
});
