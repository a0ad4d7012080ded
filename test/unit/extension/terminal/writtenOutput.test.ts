import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainLines } from '../../../../src/extension/terminal/plainOutput.ts';
import { WrittenOutput } from '../../../../src/extension/terminal/writtenOutput.ts';

function written(...pieces: readonly string[]): WrittenOutput {
  const output = new WrittenOutput();
  for (const piece of pieces) output.add(piece);
  return output;
}

describe('The output of a command', () => {
  it('is the same text in whatever pieces it arrives', () => {
    const piece = fc.constantFrom('one', '\r\n', '\n', '\r', 'two\u001b[K', '\b', '', ' 3 %');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        assert.equal(written(...pieces).text, plainLines(pieces.join('')).trimEnd());
      }),
    );
  });

  it('is returned by takeNew piece by piece', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lines, (texts) => {
        const output = new WrittenOutput();
        const news = texts.map((text) => {
          output.add(`x${text}.\n`);
          return output.takeNew().text;
        });
        assert.equal(news.join('\n'), output.text);
        assert.equal(output.takeNew().text, '');
      }),
    );
  });

  it('is returned by takeNew only once even if the last word is held back', () => {
    const piece = fc.record({
      text: fc.constantFrom('a', 'b ', '\n', ' c', 'de\n'),
      takes: fc.constantFrom('held', 'all', 'nothing'),
    });
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const output = new WrittenOutput();
        const news = pieces.map(({ text, takes }) => {
          output.add(text);
          return takes === 'nothing' ? '' : output.takeNew({ holdsLastWord: takes === 'held' }).text;
        });
        const all = [...news, output.takeNew().text].join('');
        assert.equal(all.replaceAll(/\s/gu, ''), output.text.replaceAll(/\s/gu, ''));
      }),
    );
  });

  it('is returned again by takeNew after putBack', () => {
    const output = written('one\n');
    output.takeNew();
    output.add('two\nthr');
    output.takeNew().putBack();
    output.add('ee');
    assert.equal(output.takeNew().text, 'two\nthree');
  });

  it('contains only the beginning, the end and the number of dropped characters if the output is long', () => {
    const line = (number: number): string => `line ${number} ${'.'.repeat(80)}\n`;
    const output = new WrittenOutput();
    for (let number = 1; number <= 80_000; number += 1) output.add(line(number));
    const { text } = output;
    assert.match(text, /^line 1 \.+\nline 2 /);
    assert.match(text, /\nline 80000 \.+$/);
    const [, missing = ''] = /\n\[(\d+) characters are no longer kept\]\n/.exec(text) ?? [];
    const all = Array.from({ length: 80_000 }, (_, at) => line(at + 1).length).reduce(
      (sum, each) => sum + each,
    );
    const gap = `\n[${missing} characters are no longer kept]\n`.length;
    assert.equal(text.length - gap + Number(missing), all - 1, 'characters are missing or extra');
    assert.ok(text.length > 3_900_000 && text.length < 4_200_000, String(text.length));
  });

  it('is returned by takeNew even if earlier text is no longer kept', () => {
    const output = written('begun\n');
    assert.equal(output.takeNew().text, 'begun');
    for (let at = 0; at < 60; at += 1) output.add(`${'x'.repeat(99_998)}\n`);
    assert.match(output.takeNew().text, /^x+\n[^]*\n\[\d+ characters are no longer kept\]\n/);
    output.add('failed\n');
    assert.equal(output.takeNew().text, 'failed');
  });

  it('is kept even without a line break', () => {
    const output = new WrittenOutput();
    for (let at = 0; at < 300; at += 1) output.add('y'.repeat(1_000));
    assert.equal(output.text, 'y'.repeat(300_000));
  });

  it('contains the last state of a line that was overwritten very often', () => {
    const output = new WrittenOutput();
    for (let at = 0; at <= 20_000; at += 1) output.add(`\r${String(at)} of 20000`);
    output.add('\ndone\n');
    assert.equal(output.text, '20000 of 20000\ndone');
  });

  it('is shortened in `newest` to the unfinished line and at most 2,000 characters before it', () => {
    assert.equal(written('a\nb\n', 'Overwrite? ').newest, 'a\nb\nOverwrite?');
    assert.equal(written('z'.repeat(5_000), '\n', '?').newest.length, 2_001);
  });
});
