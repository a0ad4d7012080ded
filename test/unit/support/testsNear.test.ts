import assert from 'node:assert/strict';
import { testsNear } from '../../support/testsNear.ts';

describe('The unit tests near a source file', () => {
  const hover = 'src/shared/gaugeHover.ts';
  const ofFigures = 'test/unit/extension/statusBar/gaugeLimits.test.ts';

  it('include a test in another folder that imports the source file indirectly', () => {
    assert.ok(testsNear([hover], 2).includes(ofFigures));
  });

  it('exclude a test if the chain of imports to the source file exceeds the given length', () => {
    assert.ok(!testsNear([hover], 1).includes(ofFigures));
    assert.deepEqual(testsNear([hover], 0), []);
  });

  it('include the file itself if the file is a test', () => {
    assert.deepEqual(testsNear([ofFigures], 0), [ofFigures]);
  });
});
