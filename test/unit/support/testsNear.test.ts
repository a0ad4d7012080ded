import assert from 'node:assert/strict';
import { testsNear } from '../../support/testsNear.ts';

describe('The unit tests near a source file', () => {
  const hover = 'src/shared/gaugeHover.ts';
  const ofFigures = 'test/unit/extension/statusBar/gaugeLimits.test.ts';

  it('include tests in other folders that reach it through another source file', () => {
    assert.ok(testsNear([hover], 2).includes(ofFigures));
  });

  it('are only those within the given number of imports', () => {
    assert.ok(!testsNear([hover], 1).includes(ofFigures));
    assert.deepEqual(testsNear([hover], 0), []);
  });

  it('include a changed test itself', () => {
    assert.deepEqual(testsNear([ofFigures], 0), [ofFigures]);
  });
});
