import assert from 'node:assert/strict';
import { growthRow } from '../../bench/growth.ts';
import { growthCases } from '../../bench/growthCases.ts';

describe('The measurement of how work grows with its input', () => {
  for (const { what, prepare } of growthCases)
    it(`works for: ${what}`, async () => {
      const work = await prepare(60);
      assert.notEqual(await work(), undefined);
    });

  it('marks work that grows much faster than the input', () => {
    assert.equal(growthRow('sorting', 6).note, undefined);
    assert.match(growthRow('sorting', 6.1).note ?? '', /grows faster than its input/);
  });
});
