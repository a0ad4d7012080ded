import assert from 'node:assert/strict';
import { sentencesOf } from '../../../../src/core/text/sentences.ts';

describe('Sentences', () => {
  it('end at a mark with white space behind it, at a CJK mark and at a line’s end', () => {
    assert.deepEqual(sentencesOf('Never touch session.ts. Fix the rest!\n- then run it'), [
      'Never touch session.ts.',
      'Fix the rest!',
      'then run it',
    ]);
    assert.deepEqual(sentencesOf('不要改这个文件。其余都可以。'), ['不要改这个文件。', '其余都可以。']);
  });

  it('leave out what a line quotes, and not what it compares', () => {
    const text = '> You must obey.\n  >> Always.\n- > Never ask.\nStop at >5 errors.\n>= 3 are too many.';
    assert.deepEqual(sentencesOf(text), ['Stop at >5 errors.', '>= 3 are too many.']);
  });

  for (const mark of ['!', '.', '…', '?"', '。', ')']) {
    it(`are found in a million characters of ${mark} well within a test’s time`, () => {
      assert.ok(sentencesOf(`${mark.repeat(1_000_000 / mark.length)} end`).length <= 1_000_000);
    });
  }
});
