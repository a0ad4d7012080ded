import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { addedLines, maskedDiff, shortDiff } from '../../../../src/extension/hands/shortDiff.ts';

const numbers = (count: number, mark = ''): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${mark}${at + 1}`);
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('A short diff', () => {
  it('shows the changed lines with two lines of context', () => {
    const after = numbers(9).with(4, 'five');
    assert.equal(
      shortDiff(text(numbers(9)), text(after)),
      ['@@ line 3 @@', ' 3', ' 4', '-5', '+five', ' 6', ' 7'].join('\n'),
    );
  });

  it('shows distant changes separately', () => {
    const after = numbers(20).with(1, 'two').with(17, 'eighteen');
    assert.deepEqual(
      shortDiff(text(numbers(20)), text(after))
        .split('\n')
        .filter((line) => line.startsWith('@@')),
      ['@@ line 1 @@', '@@ line 16 @@'],
    );
  });

  it('shows all lines of a new file and all lines of a deleted file', () => {
    assert.equal(shortDiff('', 'one\ntwo\n'), '@@ line 1 @@\n+one\n+two');
    assert.match(shortDiff('one\ntwo\n', ''), /\n-one\n-two$/);
  });

  it('is empty if the texts are equal or differ only in their line endings', () => {
    assert.equal(shortDiff('one\ntwo\n', 'one\ntwo\n'), '');
    assert.equal(shortDiff('one\r\ntwo\r\n', 'one\ntwo\n'), '');
  });

  it('shows only the first 80 lines, and the number of further lines', () => {
    const lines = shortDiff('', text(numbers(100))).split('\n');
    assert.deepEqual([lines.length, lines[79], lines[80]], [81, '+79', '[21 more lines]']);
    assert.match(shortDiff('', text(numbers(80))), /\n\[1 more line\]$/);
  });

  it('shows only the first 300 characters of a line, and the number of further characters', () => {
    assert.equal(
      shortDiff('', `${'x'.repeat(1_000)}\n`).split('\n')[1],
      `+${'x'.repeat(299)}… [701 more characters]`,
    );
  });

  it('may omit added lines, while addedLines returns every added line', () => {
    const before = text(numbers(100));
    const after = text(['import b', '1', ...numbers(100, 'n')]);
    assert.doesNotMatch(shortDiff(before, after), /n99/);
    assert.equal(addedLines(before, after), ['import b', ...numbers(100, 'n')].join('\n'));
  });

  it('shows only the number of lines of each text if comparing the texts would take too long', () => {
    assert.equal(shortDiff(text(numbers(600)), text(numbers(700, 'n'))), '[700 lines instead of 600]');
    assert.equal(shortDiff('', text(numbers(600))), '[600 lines instead of 0]');
  });

  it('has correct line numbers after a masked key that spans several lines', async () => {
    const key = [
      '-----BEGIN PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQ'.repeat(2),
      '-----END PRIVATE KEY-----',
    ];
    const lines = [...key, ...numbers(4)];
    assert.equal(
      await maskedDiff(text(lines), text(lines.with(4, 'changed')), new SecretRedactor()),
      ['@@ line 3 @@', ' [secret: private key]', ' 1', '-2', '+changed', ' 3', ' 4'].join('\n'),
    );
  });

  it('masks a secret even if the length limit of a line falls inside the secret', async () => {
    const line = `${'x'.repeat(280)} ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8\n`;
    for (const [before, after] of [
      ['', line],
      [line, ''],
    ] as const)
      assert.doesNotMatch(await maskedDiff(before, after, new SecretRedactor()), /A1b2/u);
  });
});
