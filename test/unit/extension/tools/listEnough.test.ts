import assert from 'node:assert/strict';
import { listEnough } from '../../../../src/extension/tools/listEnough.ts';

/**
 * Lists the multiples of `step` among the numbers from 0 to 9. Returns the multiples, and the limit of each list that
 * was made.
 */
async function multiples(
  step: number,
  most: number,
): Promise<{ found: readonly number[]; limits: readonly number[]; isIncomplete: boolean }> {
  const limits: number[] = [];
  const list = (limit: number): Promise<readonly number[]> => {
    limits.push(limit);
    return Promise.resolve([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, limit));
  };
  const { wanted: found, isIncomplete } = await listEnough(most, list, (listed) =>
    Promise.resolve(listed.filter((each) => each % step === 0)),
  );
  return { found, limits, isIncomplete };
}

describe('An unfiltered list', () => {
  it('is doubled in length until the list contains enough wanted items', async () => {
    assert.deepEqual(await multiples(2, 3), { found: [0, 2, 4], limits: [3, 6], isIncomplete: false });
  });

  it('is not extended further if there are no more items', async () => {
    assert.deepEqual(await multiples(2, 7), { found: [0, 2, 4, 6, 8], limits: [7, 14], isIncomplete: false });
  });

  it('is made only once if all listed items are wanted', async () => {
    assert.deepEqual(await multiples(2, 1), { found: [0], limits: [1], isIncomplete: false });
  });

  it('is extended to at most eight times the requested number of items; if it still contains too few wanted items, the result is marked as incomplete', async () => {
    const limits: number[] = [];
    const list = (limit: number): Promise<readonly number[]> => {
      limits.push(limit);
      return Promise.resolve(new Array<number>(limit).fill(1));
    };
    const found = await listEnough(3, list, () => Promise.resolve([]));
    assert.deepEqual(found, { wanted: [], isIncomplete: true });
    assert.deepEqual(limits, [3, 6, 12, 24]);
  });
});
