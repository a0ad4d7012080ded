import assert from 'node:assert/strict';
import type { ReadOnlyCause } from '../../../../src/core/ports.ts';
import { readOnlyReason } from '../../../../src/extension/sessions/readOnlyReason.ts';

describe('Why a session can only be read here', () => {
  const reasons: readonly (readonly [ReadOnlyCause, RegExp])[] = [
    ['openElsewhere', /open in another window/u],
    ['takenOver', /taken this session over; what you typed here is kept/u],
    ['released', /the other window is gone; take/iu],
    ['unwritable', /the disk refuses/u],
  ];
  for (const [cause, sentence] of reasons) {
    it(`is one sentence: ${cause}`, () => {
      const reason = readOnlyReason({ readOnlyCause: cause }) ?? assert.fail('no reason');
      assert.match(reason, sentence);
      assert.match(reason, /^[^.]+\.$/u);
    });
  }

  it('is not said of one that can be written, nor where none is shown', () => {
    assert.equal(readOnlyReason({ readOnlyCause: undefined }), undefined);
    assert.equal(readOnlyReason(undefined), undefined);
  });
});
