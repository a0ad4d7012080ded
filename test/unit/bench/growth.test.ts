import assert from 'node:assert/strict';
import { growthRow } from '../../bench/growth.ts';
import { growthCases } from '../../bench/growthCases.ts';

describe('The growth benchmark', () => {
  for (const { what, prepare } of growthCases)
    it(`runs the case “${what}” and gets a result`, async () => {
      const work = await prepare(60);
      assert.notEqual(await work(), undefined);
    });

  it('adds a note if the time of the work grows much faster than the input', () => {
    assert.equal(growthRow('sorting', 6).note, undefined);
    assert.match(growthRow('sorting', 6.1).note ?? '', /grows faster than its input/);
  });
});
