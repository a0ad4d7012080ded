import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';

describe('Waiting until something is so', () => {
  it('looks until it is', async () => {
    let looks = 0;
    await until('three looks', () => ++looks === 3);
    assert.equal(looks, 3);
  });

  it('ends in a sentence on what did not come about', async () => {
    await assert.rejects(
      until('the tide turns', () => false, { withinMs: 0 }),
      /^Error: the tide turns: not so after \d+ looks in \d+\.\d s\.$/,
    );
  });
});
