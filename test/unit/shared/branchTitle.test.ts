import assert from 'node:assert/strict';
import { branchTitle, titleParts } from '../../../src/shared/branchTitle.ts';

describe('the title of a branch', () => {
  it('consists of the first 150 characters of the original title and the ending “(branch)” or “(continued)”', () => {
    assert.equal(branchTitle('Tides', 'branch'), 'Tides (branch)');
    assert.equal(branchTitle(undefined, 'continued'), 'New session (continued)');
    assert.equal(branchTitle('x'.repeat(151), 'branch'), `${'x'.repeat(150)} (branch)`);
  });

  it('is split into the name and the ending', () => {
    assert.deepEqual(titleParts(branchTitle('Tides (branch)', 'continued')), [
      'Tides (branch)',
      '(continued)',
    ]);
    assert.deepEqual(titleParts('Tides (of 2)'), ['Tides (of 2)', '']);
  });
});
