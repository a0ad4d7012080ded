import assert from 'node:assert/strict';
import { listEnough } from '../../../../src/extension/tools/listEnough.ts';

/** Lists even numbers among the numbers from 0 to 9. Returns them, and the limit of each list that was made. */
async function evenNumbers(most: number): Promise<{ found: readonly number[]; limits: readonly number[] }> {
  const limits: number[] = [];
  const list = (limit: number): Promise<readonly number[]> => {
    limits.push(limit);
    return Promise.resolve([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, limit));
  };
  const found = await listEnough(most, list, (listed) =>
    Promise.resolve(listed.filter((each) => each % 2 === 0)),
  );
  return { found, limits };
}

describe('A list of which only some items are wanted', () => {
  it('is made again, twice as long, until enough of them are wanted', async () => {
    assert.deepEqual(await evenNumbers(3), { found: [0, 2, 4], limits: [3, 6] });
  });

  it('is not made again when there are no more items', async () => {
    assert.deepEqual(await evenNumbers(7), { found: [0, 2, 4, 6, 8], limits: [7, 14] });
  });

  it('is made once when all of it is wanted', async () => {
    assert.deepEqual(await evenNumbers(1), { found: [0], limits: [1] });
  });
});
