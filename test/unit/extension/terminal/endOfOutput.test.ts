import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { endOf } from '../../../../src/extension/terminal/endOfOutput.ts';

describe('The end of an output', () => {
  const redactor = new SecretRedactor();
  const LINE = `${'tide '.repeat(20)}\n`;

  it('is the whole output if the output is short', async () => {
    assert.equal(await endOf('one\ntwo\n', redactor), 'one\ntwo\n');
  });

  it('consists of whole lines', async () => {
    const text = LINE.repeat(1_000);
    const [remark = '', ...lines] = (await endOf(text, redactor)).split('\n');
    assert.match(remark, /^\[\d+ characters before this are left out\]$/u);
    assert.ok(lines.length > 300 && lines.slice(0, -1).every((line) => `${line}\n` === LINE));
  });

  for (const [what, text] of [
    ['has no line break', 'x'.repeat(100_000)],
    ['ends with its only line break', `${'x'.repeat(100_000)}\n`],
  ] as const)
    it(`begins within a line if the output ${what}`, async () => {
      const shown = await endOf(text, redactor);
      assert.match(shown, /^\[60\d{3} characters before this are left out\]\nx+\n?$/u);
      assert.ok(shown.length < 41_000, `${shown.length} characters`);
    });
});
