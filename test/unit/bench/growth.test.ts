import assert from 'node:assert/strict';
import { growthRow } from '../../bench/growth.ts';
import { growthCases } from '../../bench/growthCases.ts';

describe('The growth of work with its input', () => {
  for (const { what, prepare } of growthCases)
    it(`can be measured: ${what}`, async () => {
      const work = await prepare(60);
      assert.notEqual(await work(), undefined);
    });

  it('is marked when four times the input takes more than six times as long', () => {
    assert.equal(growthRow('sorting', 6).note, undefined);
    assert.match(growthRow('sorting', 6.1).note ?? '', /grows faster than its input/);
  });
});
