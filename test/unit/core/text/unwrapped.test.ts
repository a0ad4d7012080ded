import assert from 'node:assert/strict';
import { unwrapped } from '../../../../src/core/text/unwrapped.ts';

const joined = (...lines: readonly string[]): readonly string[] =>
  unwrapped(lines.map((text) => ({ text, isCode: false }))).map(({ text }) => text);

const FULL = 'These words go on to the end of their line, and there they';

describe('Consecutive lines', () => {
  it('are joined if the first word of the next line would not have fitted into the width', () => {
    assert.deepEqual(joined(FULL, 'are broken.'), [`${FULL} are broken.`]);
    assert.deepEqual(joined(FULL, 'are broken once and, since they are still too long here,', 'twice.'), [
      `${FULL} are broken once and, since they are still too long here, twice.`,
    ]);
  });

  it('are joined even if the next line is indented by two spaces, as below a list item', () => {
    assert.deepEqual(joined(`- ${FULL}`, '  are broken.'), [`- ${FULL} are broken.`]);
    const longer = `as ${'y'.repeat(FULL.length - 2)}`;
    assert.deepEqual(joined(FULL, `  ${longer}`), [`${FULL} ${longer}`]);
    assert.deepEqual(joined(FULL, `  are ${FULL.slice(8)}`, '  once.'), [
      `${FULL} are ${FULL.slice(8)} once.`,
    ]);
  });

  it('are joined even if there are 200 lines', () => {
    const lines = Array.from({ length: 200 }, () => FULL);
    assert.deepEqual(joined(...lines), [lines.join(' ')]);
  });

  it('stay separate if the first word of the next line would have fitted, or if a line is empty', () => {
    assert.deepEqual(joined('Short.', FULL), ['Short.', FULL]);
    assert.deepEqual(joined(FULL, '', 'behind an empty line.'), [FULL, '', 'behind an empty line.']);
  });

  for (const own of [
    '- an item',
    '2. an item',
    '# a heading',
    '| a | row |',
    '> a quote',
    '    an indent',
    '[x] done',
  ])
    it(`stay separate if the second line is “${own}”`, () => {
      assert.deepEqual(joined(FULL, own), [FULL, own]);
    });

  it('stay separate if the longest line is too short or too long for a usual width', () => {
    assert.deepEqual(joined('yes', 'no'), ['yes', 'no']);
    const wide = 'word '.repeat(40).trim();
    assert.deepEqual(joined(wide, 'and more'), [wide, 'and more']);
  });

  it('stay separate in code', () => {
    const lines = [FULL, 'are broken.'].map((text) => ({ text, isCode: true }));
    assert.deepEqual(unwrapped(lines), lines);
    const [prose, code] = [
      { text: FULL, isCode: false },
      { text: 'are broken.', isCode: true },
    ];
    assert.deepEqual(unwrapped([prose, code]), [prose, code]);
  });
});
