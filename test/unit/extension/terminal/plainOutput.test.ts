import assert from 'node:assert/strict';
import { plainLines, promptIn } from '../../../../src/extension/terminal/plainOutput.ts';
import { WrittenOutput } from '../../../../src/extension/terminal/writtenOutput.ts';

const ESC = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

describe('A terminal’s output as plain text', () => {
  const outputs: readonly (readonly [what: string, raw: string, plain: string])[] = [
    ['keeps plain lines, tabs and blank lines', 'a\tb\n\n  c', 'a\tb\n\n  c'],
    ['contains no colours', `${ESC}[31mred${ESC}[0m and ${ESC}[1;38;5;208mbold${ESC}[m`, 'red and bold'],
    ['contains no cursor movements', `${ESC}[2J${ESC}[1;1Hhello${ESC}[?25h`, 'hello'],
    ['contains no terminal title that ends with a bell', `${ESC}]0;ann: ~${BELL}hello`, 'hello'],
    ['contains no shell mark that ends with a string terminator', `${ESC}]633;C${ESC}\\hello`, 'hello'],
    ['contains no terminal title that is cut off', `hello${ESC}]0;ann: ~`, 'hello'],
    ['contains no device control strings', `${ESC}Pq#0;2;0${ESC}\\hello`, 'hello'],
    ['contains no short escape sequences, e.g. ESC 7', `${ESC}7hello${ESC}8${ESC}(B${ESC}=`, 'hello'],
    ['contains no bells, nulls and other control characters', `he${BELL}l\u0000l\u009bo`, 'hello'],
    ['contains \\n for every line break', 'one\r\ntwo\r\n', 'one\ntwo'],
    [
      'contains new text in place of text that was overwritten after a carriage return',
      ' 10 %\r 50 %\r100 %\ndone',
      '100 %\ndone',
    ],
    ['keeps the end of a line if only the beginning was overwritten', 'abcdef\rxy', 'xycdef'],
    [
      'contains nothing of a line that was erased to its end after a carriage return',
      `Fetching 10 of 20\r${ESC}[KFetched\n`,
      'Fetched',
    ],
    [
      'contains nothing of a line that was erased by the sequence for the whole line',
      `10 of 20${ESC}[2K${ESC}[1GFetched\n`,
      'Fetched',
    ],
    ['keeps the beginning of a line if only the end was erased', `abcdef\b\b\b${ESC}[0Kx`, 'abcx'],
    [
      'keeps a line if there was nothing to erase',
      `${ESC}[01;31m${ESC}[Kred${ESC}[m${ESC}[K line`,
      'red line',
    ],
    [
      'contains the character after a backspace in place of the character before the backspace',
      'abx\bc',
      'abc',
    ],
    [
      'keeps the line above if there are more backspaces than characters in a line',
      'one\na\b\b\bbc',
      'one\nbc',
    ],
    ['treats a surrogate pair as one character', 'a😀\bb', 'ab'],
    [
      'contains spaces where the cursor was moved forward',
      `Mode${ESC}[4X${ESC}[4CLength${ESC}[CName\r\n-a---${ESC}[9C42 a.ts\r\n`,
      'Mode    Length Name\n-a---         42 a.ts',
    ],
    ['keeps letters that also end control sequences', 'CDGK\rKx', 'KxGK'],
    ['keeps text over which the cursor was moved', `abc\r${ESC}[2Cx${ESC}[2Dy`, 'ayx'],
    ['contains each cell of a table in the column to which the cursor was moved', `a${ESC}[5Gb`, 'a   b'],
    ['contains no spaces at the end of a line', `abc${ESC}[20C\nd`, 'abc\nd'],
    ['contains at most 1,000 spaces for each line', `a${ESC}[9999C${ESC}[9999Cb`, `a${' '.repeat(999)}b`],
  ];
  for (const [what, raw, plain] of outputs)
    it(what, () => {
      assert.equal(plainLines(raw).trimEnd(), plain);
    });

  it('has at most 100,000 characters more than the output, however far the cursor was moved', () => {
    for (const line of [
      `${ESC}[999Cx\n`,
      `${ESC}[999Gx\n`,
      `a${ESC}[60Cb${ESC}[900C${ESC}[Cc\rxy${ESC}[Cz\n`,
    ]) {
      const raw = line.repeat(50_000);
      const plain = plainLines(raw);
      assert.ok(plain.length <= raw.length + 100_000, `${plain.length} characters`);
      assert.equal(plain.split('\n').length, 50_001);
    }
  });

  it('contains one space for each move forward after 100,000 added spaces', () => {
    const far = `${ESC}[999Cx\n`.repeat(101);
    const last = plainLines(`${far}a${ESC}[20Cb${ESC}[9Cc\rd\n`).trimEnd().split('\n').at(-1);
    assert.equal(last, 'd b c');
  });

  it('contains no parts of control sequences that arrived in pieces', () => {
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
    it(`is recognised as a prompt: ${JSON.stringify(line)}`, () => {
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
    it(`is not mistaken for a prompt: ${JSON.stringify(line.slice(0, 30))}`, () => {
      assert.equal(promptIn(`Really?\n${line}`), undefined);
    });
});
