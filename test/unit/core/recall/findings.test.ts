import assert from 'node:assert/strict';
import type { RecallHit } from '../../../../src/core/ports.ts';
import { findings } from '../../../../src/core/recall/findings.ts';

const hit = (id: string): RecallHit => ({ id, excerpt: id, score: 1 });
const idsOf = (hits: readonly RecallHit[]): readonly string[] => hits.map(({ id }) => id);

describe('the result of a recall', () => {
  /** Searches a log in which the messages with these numbers match. The first number is the best match. */
  function find(
    numbers: readonly number[],
    { standing = [], echoes = [] }: Partial<Record<string, number[]>>,
  ) {
    const limits: number[] = [];
    const found = findings({
      search: (limit) => {
        limits.push(limit);
        return Promise.resolve(numbers.slice(0, limit).map((number) => hit(`m${number}`)));
      },
      most: 2,
      isStanding: (id) => standing.includes(Number(id.slice(1))),
      isEcho: (id) => echoes.includes(Number(id.slice(1))),
    });
    return found.then((result) => ({ ...result, offered: idsOf(result.offered), limits }));
  }

  it('contains the best matching messages', async () => {
    assert.deepEqual((await find([1, 2, 3], {})).offered, ['m1', 'm2']);
    assert.deepEqual((await find([], {})).offered, []);
  });

  it('contains no message that only repeats an earlier search', async () => {
    const { offered, standing } = await find([9, 1, 8], { echoes: [9, 8], standing: [9] });
    assert.deepEqual([offered, standing], [['m1'], []]);
  });

  it('lists messages that are already in the context separately', async () => {
    const { offered, standing } = await find([4, 1, 5], { standing: [4, 5] });
    assert.deepEqual([offered, standing], [['m1'], ['m4', 'm5']]);
  });

  it('contains matches even if many better matches are already in the context', async () => {
    const all = Array.from({ length: 40 }, (_, at) => at);
    const { offered, limits } = await find(all, { standing: all.slice(0, 38) });
    assert.deepEqual(offered, ['m38', 'm39']);
    assert.deepEqual(limits, [4, 32, 256]);
  });

  it('needs only one search if the first search finds enough matches or all matches', async () => {
    assert.deepEqual((await find([1, 2, 3, 4, 5], { standing: [1, 2] })).limits, [4]);
    assert.deepEqual((await find([1, 2, 3], { standing: [1, 2] })).limits, [4]);
  });
});
