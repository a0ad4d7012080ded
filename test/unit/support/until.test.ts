import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';

describe('Waiting for a condition', () => {
  it('checks repeatedly until the condition holds', async () => {
    let looks = 0;
    await until('three looks', () => ++looks === 3);
    assert.equal(looks, 3);
  });

  it('ends at the time limit with an error that names the condition', async () => {
    await assert.rejects(
      until('the tide turns', () => false, { withinMs: 0 }),
      /^Error: the tide turns: not so after \d+ looks in \d+\.\d s\.$/,
    );
  });
});
