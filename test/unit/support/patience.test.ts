import assert from 'node:assert/strict';
import { HANG_MS, measureSlowness, slownessFrom, STEP_MS } from '../../support/patience.ts';

describe('Time limits of browser and editor steps', () => {
  it('are not shorter on a machine that is faster than the reference machine', () => {
    assert.ok(measureSlowness() >= 1);
    assert.ok(STEP_MS >= 120_000);
    assert.ok(HANG_MS >= 600_000);
  });

  it('follow the slowness that the test runner measured, or a new measurement if that value is invalid', () => {
    assert.equal(slownessFrom('2.5'), 2.5);
    assert.ok(slownessFrom(undefined) >= 1);
    assert.ok(slownessFrom('fast') >= 1);
  });
});
