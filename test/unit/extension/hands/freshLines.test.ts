import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { freshLines, type ChangedText } from '../../../../src/extension/hands/freshLines.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const numbered = (lines: readonly string[], first = 1): string =>
  lines.map((line, at) => `${first + at}\t${line}`).join('\n');

const LINES = numbers(30);
const changeOf = (before: string, after: string) => ({ path: 'a.ts', before, after });
const CHANGE = changeOf(textOf(LINES), textOf(LINES.with(9, 'changed')));
const FRESH = [
  'The context does not show these lines as they were before the change. Now they are:',
  numbered([...numbers(30).slice(4, 9), 'changed', ...numbers(30).slice(10, 15)], 5),
].join('\n');

function sessionThatRead(text: string): SessionBuilder {
  const builder = new SessionBuilder();
  builder.tool('read_file', { path: 'a.ts' }, text);
  return builder;
}

const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from({ length: 9 }, (_, at) => `MIIEpAIBAAKCAQEA${at}bXl0b3duaGFyYm91cmxvZ0tleU1hdGVyaWFs`),
  '-----END RSA PRIVATE KEY-----',
];
const TOKEN = `ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8`;

const fresh = (change: ChangedText, seen: SessionBuilder): Promise<string> =>
  freshLines(change, seen, new SecretRedactor());

describe('In the result of an edit, the current lines around the edit', () => {
  it('are left out if the context shows the old text with its secrets masked', async () => {
    const change = {
      ...CHANGE,
      before: textOf(LINES.with(7, `KEY=${TOKEN}`)),
      after: textOf(LINES.with(7, `KEY=${TOKEN}`).with(9, 'changed')),
    };
    const shown = numbered(LINES.with(7, 'KEY=[secret: github key #2]'));
    assert.equal(await fresh(change, sessionThatRead(shown)), '');
  });

  it('below a masked private key are left out only if the context shows the old lines', async () => {
    const below = LINES.with(19, '');
    const lines = [...KEY, ...below];
    const change = changeOf(textOf(lines), textOf(lines.with(KEY.length + 14, 'changed')));
    const key = '1\t[secret: private key #1]';
    const shown = `${key}\n${numbered(below.slice(0, 20), KEY.length + 1)}`;
    assert.equal(await fresh(change, sessionThatRead(shown)), '');
    const older = `${key}\n${numbered(below.with(12, 'older'), KEY.length + 1)}`;
    assert.match(await fresh(change, sessionThatRead(older)), /\n24\tline 13\n25\tline 14\n26\tchanged\n/u);
    const last = changeOf(textOf(lines), textOf(lines.with(-1, 'changed')));
    assert.match(
      await fresh(last, sessionThatRead(`${key}\n12\tline 1\n13\t\n14\tline 3`)),
      /\n41\tchanged$/u,
    );
  });

  it('are replaced by a hint to read the file if many lines changed and the context lacks the old text', async () => {
    const lines = numbers(2_000);
    const change = changeOf(textOf(lines), textOf(lines.map((line) => `${line}!`)));
    assert.match(await fresh(change, sessionThatRead('1\tolder')), /^The context does not show this file/u);
    assert.equal(await fresh(change, sessionThatRead(numbered(lines))), '');
  });

  it('show the length of a long line instead of the line’s text', async () => {
    const long = 'x'.repeat(400);
    const change = changeOf(textOf(LINES), textOf(LINES.with(9, long)));
    const text = await fresh(change, sessionThatRead('1\tolder'));
    assert.match(text, /\n10\t\[400 characters; read_file shows them\]\n/u);
  });

  it('show a mark for each line of a private key, even if the key begins above the shown lines', async () => {
    const lines = [...KEY, ...LINES];
    const change = changeOf(textOf(lines), textOf(lines.with(12, 'changed')));
    const text = await fresh(change, sessionThatRead('1\tolder'));
    assert.doesNotMatch(text, /MIIE/u);
    assert.match(
      text,
      /\n9\t\[secret: [^\]]+\]\n10\t\[secret: [^\]]+\]\n11\t\[secret: [^\]]+\]\n12\tline 1\n13\tchanged\n/u,
    );
  });

  it('are left out if the context shows the old text or the model never read the file', async () => {
    assert.equal(await fresh(CHANGE, sessionThatRead(numbered(LINES))), '');
    assert.equal(await fresh(CHANGE, new SessionBuilder()), '');
  });

  it('are shown if a compaction shortened the read of the file', async () => {
    const builder = sessionThatRead(numbered(LINES));
    builder.compaction({ replaced: [{ id: 'm2', as: 'stub', text: '[read_file a.ts · recall m2]' }] });
    assert.equal(await fresh(CHANGE, builder), FRESH);
  });

  it('are shown if the file changed after the read', async () => {
    for (const old of [LINES.with(7, 'older'), LINES.toSpliced(7, 1), LINES.toSpliced(7, 0, 'gone since')])
      assert.equal(await fresh(CHANGE, sessionThatRead(numbered(old))), FRESH);
  });

  it('are shown if only other lines of the file were read', async () => {
    assert.equal(await fresh(CHANGE, sessionThatRead(numbered(LINES.slice(20), 21))), FRESH);
  });

  it('are left out if the result of an earlier edit already shows these lines', async () => {
    const builder = sessionThatRead(numbered(LINES.slice(20), 21));
    const edits = [{ old_text: 'line 10', new_text: 'changed' }];
    builder.tool('edit_file', { path: 'a.ts', edits }, `Changed a.ts and saved it.\n${FRESH}`);
    const again = LINES.with(9, 'changed');
    const next = changeOf(textOf(again), textOf(again.with(9, 'once more')));
    assert.equal(await fresh(next, builder), '');
  });

  it('do not depend on the kind of line endings (Windows or Unix)', async () => {
    const change = changeOf(LINES.join('\r\n'), LINES.with(9, 'changed').join('\r\n'));
    assert.equal(await fresh(change, sessionThatRead(numbered(LINES))), '');
    assert.equal(await fresh(change, sessionThatRead('1\tolder')), FRESH);
  });

  it('are shown separately for each changed place, up to 80 lines in total, with the number of further lines', async () => {
    const lines = numbers(400);
    const twice = textOf(lines.with(9, 'one').with(299, 'two'));
    const text = await fresh(changeOf(textOf(lines), twice), sessionThatRead('1\tolder'));
    assert.match(text, /\n15\tline 15\n…\n295\tline 295\n/u);
    const often = textOf(lines.map((line, at) => (at % 20 === 0 ? 'x' : line)));
    const many = await fresh(changeOf(textOf(lines), often), sessionThatRead('1\tolder'));
    assert.equal(many.split('\n').length, 82);
    assert.match(many, /\n\[\d+ more lines; read_file shows them\]$/u);
  });
});
