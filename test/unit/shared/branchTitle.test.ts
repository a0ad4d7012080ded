import assert from 'node:assert/strict';
import { branchTitle, titleParts } from '../../../src/shared/branchTitle.ts';

describe('the name of a branch', () => {
  it('is that of the session that it comes from, and ends in what it is', () => {
    assert.equal(branchTitle('Tides', 'branch'), 'Tides (branch)');
    assert.equal(branchTitle(undefined, 'continued'), 'New session (continued)');
  });

  it('is read as a name and its end; no other name has one', () => {
    assert.deepEqual(titleParts(branchTitle('Tides (branch)', 'continued')), [
      'Tides (branch)',
      '(continued)',
    ]);
    assert.deepEqual(titleParts('Tides (of 2)'), ['Tides (of 2)', '']);
  });
});
