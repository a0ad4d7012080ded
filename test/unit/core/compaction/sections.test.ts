import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sectionsOf } from '../../../../src/core/compaction/plan/passes/systemText.ts';

describe('The sections of a system text', () => {
  it('begin at headings, at tags on their own lines, and at paragraphs of a large section', () => {
    const rest = 'word '.repeat(60).trim();
    const text = `You are one.\n# Tools\n${rest}\n\nMore.\n\n## Style\nBe brief.\n<env>\nLinux\n</env>\n`;
    assert.deepEqual(
      sectionsOf(text).map(({ title }) => title),
      ['You are one.', 'Tools', 'More.', 'Style', 'env'],
    );
  });

  it('give the whole text when joined', () => {
    const piece = fc.constantFrom('# A\n', '<b>\n', '\n\n', ' ', 'word', '\n', '</b>');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const whole = sectionsOf(text)
          .map((section) => section.text)
          .join('');
        assert.equal(whole, text);
      }),
    );
  });
});
