import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenceData, fenceMark } from '../../../../src/core/summary/dataFence.ts';

describe('the fence around data', () => {
  it('has a mark that occurs in none of the texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const mark = fenceMark(texts);
        assert.ok(texts.every((text) => !text.includes(mark)));
        assert.equal(fenceMark(texts), mark);
      }),
    );
  });

  it('labels each section and closes the last section', () => {
    const fenced = fenceData('mark', [
      { label: 'm1 · person', text: 'a' },
      { label: 'm2 · assistant', text: 'b' },
    ]);
    assert.equal(fenced, '[mark m1 · person]\na\n\n[mark m2 · assistant]\nb\n\n[mark end]');
  });
});
