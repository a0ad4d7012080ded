import assert from 'node:assert/strict';
import { plainLines, promptIn } from '../../../../src/extension/terminal/plainOutput.ts';
import { WrittenOutput } from '../../../../src/extension/terminal/writtenOutput.ts';

const ESC = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

describe('A terminal’s output as text', () => {
  const outputs: readonly (readonly [what: string, raw: string, plain: string])[] = [
    ['keeps plain lines, tabs and blank lines', 'a\tb\n\n  c', 'a\tb\n\n  c'],
    ['has no colours', `${ESC}[31mred${ESC}[0m and ${ESC}[1;38;5;208mbold${ESC}[m`, 'red and bold'],
    ['has no cursor movements', `${ESC}[2J${ESC}[1;1Hhello${ESC}[?25h`, 'hello'],
    ['has no terminal title that ends with a bell', `${ESC}]0;ann: ~${BELL}hello`, 'hello'],
    ['has no shell mark that ends with a string terminator', `${ESC}]633;C${ESC}\\hello`, 'hello'],
    ['has no terminal title that is cut off', `hello${ESC}]0;ann: ~`, 'hello'],
    ['has no device control strings', `${ESC}Pq#0;2;0${ESC}\\hello`, 'hello'],
    ['has no control sequences of one character', `${ESC}7hello${ESC}8${ESC}(B${ESC}=`, 'hello'],
    ['has no bells, nulls and other controls', `he${BELL}l\u0000l\u009bo`, 'hello'],
    ['has \\n for every line break', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['shows the text written after a carriage return', ' 10 %\r 50 %\r100 %\ndone', '100 %\ndone'],
    ['keeps the rest of a longer line that was overwritten', 'abcdef\rxy', 'xycdef'],
    [
      'shows nothing of a line that was erased from its beginning on',
      `Fetching 10 of 20\r${ESC}[KFetched\n`,
      'Fetched',
    ],
    ['shows nothing of a line that was erased as a whole', `10 of 20${ESC}[2K${ESC}[1GFetched\n`, 'Fetched'],
    ['keeps the beginning of a line whose rest was erased', `abcdef\b\b\b${ESC}[0Kx`, 'abcx'],
    [
      'keeps a line in which nothing was left to erase',
      `${ESC}[01;31m${ESC}[Kred${ESC}[m${ESC}[K line`,
      'red line',
    ],
    ['goes back a character with a backspace', 'abx\bc', 'abc'],
    ['goes back no further than the line’s beginning', 'one\na\b\b\bbc', 'one\nbc'],
    ['treats a surrogate pair as one character', 'a😀\bb', 'ab'],
  ];
  for (const [what, raw, plain] of outputs)
    it(what, () => {
      assert.equal(plainLines(raw).trimEnd(), plain);
    });

  it('has no parts of control sequences that arrived in pieces', () => {
    const pieces = [`one${ESC}`, '[31', 'mtwo', `${ESC}]0;ti`, `tle${BELL}three`];
    const output = new WrittenOutput();
    for (const piece of pieces) output.add(piece);
    assert.equal(output.text, 'onetwothree');
  });
});

describe('The last line of an output', () => {
  const waiting = [
    'Overwrite? [y/N]',
    'Is this OK? (yes)?',
    'Proceed (y/n)',
    'Proceed (yes/no/all)',
    'Password:',
    'Password for ann: ',
    "Password for 'https://ann@example.org': ",
    'Enter passphrase for key /home/ann/.ssh/id:',
    "Username for 'https://example.org': ",
    'Press any key to go on',
    'press ENTER',
    'Do you want to continue:',
    'Really?',
    '>',
    'mysql>',
  ];
  for (const line of waiting)
    it(`is taken for a prompt if it is ${JSON.stringify(line)}`, () => {
      assert.equal(promptIn(`before\n${line}`), line.trim());
    });

  const others = [
    '',
    'compiling',
    'What now? Building.',
    'Listening on port 3000',
    'Continue reading below',
    'passwords.txt',
    '5 > 3 is true',
    `${'long '.repeat(80)}?`,
  ];
  for (const line of others)
    it(`is not taken for a prompt if it is ${JSON.stringify(line.slice(0, 30))}`, () => {
      assert.equal(promptIn(`Really?\n${line}`), undefined);
    });
});
