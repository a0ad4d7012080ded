import assert from 'node:assert/strict';
import { applyExactEdits, type ExactEdit } from '../../../../src/core/tools/exactEdits.ts';
import { workOf } from '../../../support/countedWork.ts';

const BOM = '\uFEFF';
const CODE = 'function add(a, b) {\n  return a + b;\n}\n\nfunction sub(a, b) {\n  return a - b;\n}\n';
const WINDOWS = CODE.replaceAll('\n', '\r\n');

type Short = readonly [before: string, after: string, all?: 'all'];
type Row = readonly [what: string, text: string, edits: readonly Short[], expected: string | RegExp];

/**
 * The first item of a row completes the title of its test: “exact edits replace …” if the row expects a text, and
 * “exact edits refuse …” if the row expects a pattern for the error.
 */
const rows: readonly Row[] = [
  ['one word', 'a b c', [['b', 'x']], 'a x c'],
  ['the whole text', 'abc', [['abc', 'xyz']], 'xyz'],
  ['the beginning', 'abc', [['a', 'x']], 'xbc'],
  ['the end', 'abc', [['c', 'x']], 'abx'],
  ['a text with an empty text', 'a b c', [[' b', '']], 'a c'],
  ['a line', CODE, [['  return a + b;', '  return b + a;']], CODE.replace('a + b', 'b + a')],
  [
    'two lines',
    CODE,
    [['(a, b) {\n  return a + b', '() {\n  return 0']],
    CODE.replace('(a, b) {\n  return a + b', '() {\n  return 0'),
  ],
  ['a line, including its line break, with an empty text', 'a\nb\nc\n', [['b\n', '']], 'a\nc\n'],
  ['an empty line', 'a\n\nb', [['\n\n', '\n']], 'a\nb'],
  ['a line with two lines', 'a\nc', [['a\n', 'a\nb\n']], 'a\nb\nc'],
  ['tabs', '\tif (x)\n\t\ty();', [['\t\ty();', '\t\tz();']], '\tif (x)\n\t\tz();'],
  ['a text that contains special characters of regular expressions', 'f(a.*b)', [['a.*b', 'c']], 'f(c)'],
  ['brackets', 'x[0] = {y: (1)}', [['[0] = {y: (1)}', '']], 'x'],
  ['a caret and a dollar sign', '^a$', [['^a$', 'b']], 'b'],
  ['bars and question marks', 'a|b?c+', [['a|b?c+', 'd']], 'd'],
  ['backslashes', 'C:\\dir\\new', [['\\dir\\n', '\\n']], 'C:\\new'],
  ['slashes and dashes', 'a/b-c', [['/b-', '-b/']], 'a-b/c'],
  [
    'a text with “$& $1 $$”, without interpreting the dollar signs',
    'price',
    [['price', '$& $1 $$']],
    '$& $1 $$',
  ],
  ['quotation marks in code', 'say("it’s")', [['"it’s"', "'it'"]], "say('it')"],
  ['letters outside of ASCII', 'Straße nach Łódź', [['Łódź', 'Zürich']], 'Straße nach Zürich'],
  ['an emoji', 'a 😀 b', [['😀', '🎉']], 'a 🎉 b'],
  ['a letter beside an emoji', '😀a', [['a', 'b']], '😀b'],
  ['Japanese', '日本語のテキスト', [['語の', '']], '日本テキスト'],
  [
    'the texts of several edits',
    'a b c',
    [
      ['a', '1'],
      ['c', '3'],
    ],
    '1 b 3',
  ],
  [
    'a text that an earlier edit inserted',
    'a',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    'c',
  ],
  [
    'a text that an earlier edit made unique',
    'x x',
    [
      ['x x', 'y x'],
      ['x', 'z'],
    ],
    'y z',
  ],
  ['all occurrences', 'a b a', [['a', 'x', 'all']], 'x b x'],
  ['all occurrences if there is only one', 'a b', [['a', 'x', 'all']], 'x b'],
  ['all occurrences, but only the first of overlapping occurrences', 'aaa', [['aa', 'b', 'all']], 'ba'],
  [
    'all occurrences in a file with CRLF, but only the first of overlapping occurrences',
    'a\r\na\r\na\r\nb\r\na\r\na',
    [['a\na', 'x', 'all']],
    'x\r\na\r\nb\r\nx',
  ],
  ['all occurrences with an empty text', 'a-b-c', [['-', '', 'all']], 'abc'],
  ['all occurrences in a file with CRLF', 'a\r\nb\r\na\r\n', [['a\n', 'c\n', 'all']], 'c\r\nb\r\nc\r\n'],
  [
    'lines of a file with CRLF if the edit has LF',
    WINDOWS,
    [['{\n  return a + b;\n}', '{\n  return 1;\n}']],
    WINDOWS.replace('a + b', '1'),
  ],
  [
    'lines of a file with CRLF if the edit has CRLF',
    WINDOWS,
    [['{\r\n  return a + b;\r\n}', '{\r\n  return 1;\r\n}']],
    WINDOWS.replace('a + b', '1'),
  ],
  [
    'lines of a file with LF if the edit has CRLF',
    CODE,
    [['{\r\n  return a + b;\r\n}', '{\r\n  return 1;\r\n}']],
    CODE.replace('a + b', '1'),
  ],
  ['a word with two lines in a file with CRLF', 'a\r\nb\r\n', [['a', 'x\ny']], 'x\r\ny\r\nb\r\n'],
  ['the last word with two lines in a file with CRLF', 'a\r\nb', [['b', 'x\ny']], 'a\r\nx\r\ny'],
  ['a word with two lines in a file with LF', 'a\nb\n', [['a', 'x\r\ny']], 'x\ny\nb\n'],
  ['a word with two lines in a text without line ends', 'a', [['a', 'x\ny']], 'x\ny'],
  ['several lines that have different line ends', 'a\r\nb\nc\r\nd', [['a\nb\nc', 'x']], 'x\r\nd'],
  [
    'a line among mixed line ends, and leave the other line ends as they are',
    'a\r\nb\nc\r\nd',
    [['b', 'x']],
    'a\r\nx\nc\r\nd',
  ],
  ['a text after a byte order mark', `${BOM}a b`, [['a', 'x']], `${BOM}x b`],
  ['a text, and keep the byte order mark', `${BOM}a\r\nb`, [['b', 'x']], `${BOM}a\r\nx`],
  ['the last line if it has no line end', 'a\nb', [['b', 'b\n']], 'a\nb\n'],
  ['a call without edits', 'abc', [], /no edit/u],
  ['an edit whose text to replace is empty', 'abc', [['', 'x']], /empty; write_file/u],
  ['an edit of an empty file', '', [['a', 'b']], /not in the file/u],
  ['a text replaced with itself', 'abc', [['b', 'b']], /with itself/u],
  ['a text replaced with itself except for line ends', 'a\nb', [['a\nb', 'a\r\nb']], /with itself/u],
  [
    'edits that undo each other',
    'a b',
    [
      ['a', 'x'],
      ['x', 'a'],
    ],
    /as it is/u,
  ],
  ['a text that is not in the file', 'abc', [['zzz', 'y']], /not in the file\. Read it again/u],
  [
    'a line that shares only one of three words with a line of the file, and show no similar line',
    CODE,
    [['return x * y', 'z']],
    /not in the file\. Read it again/u,
  ],
  [
    'a text that differs from the file only in upper and lower case',
    'function Add() {}',
    [['function add() {}', '']],
    /nearest lines:\n1\tfunction Add\(\) \{\}/u,
  ],
  [
    'a text with different spaces',
    CODE,
    [['    return a + b;', 'x']],
    /nearest lines:\n2\t {2}return a \+ b;/u,
  ],
  [
    'a block with different spaces',
    CODE,
    [['function sub(a, b) {\n    return a - b;\n}', 'x']],
    /nearest lines:\n5\tfunction sub\(a, b\) \{\n6\t {2}return a - b;\n7\t\}/u,
  ],
  ['a line with one different word', CODE, [['return a * b + c', 'x']], /nearest lines:\n2\t/u],
  [
    'a text that resembles a very long line, and show only the length of the line',
    `return ${'a '.repeat(90)}password = "a a a a"`,
    [['return  a', 'x']],
    /nearest lines:\n1\t\[207 characters; read_file shows them\](?:\n|$)/u,
  ],
  [
    'a text that is not in the file, and show a similar line below a very long line',
    `${'y '.repeat(200_000)}\nreturn a + b`,
    [['return a * c', 'x']],
    /nearest lines:\n2\treturn a \+ b/u,
  ],
  [
    'a text that is not in the file, and show no similar line at the end of a very large file',
    `${`${'y '.repeat(100)}\n`.repeat(2_000)}return a + b`,
    [['return a * c', 'x']],
    /not in the file\. Read it again/u,
  ],
  [
    'a text with an additional space at the end of a line',
    'a b\nc',
    [['a b \nc', 'x']],
    /nearest lines:\n1\ta b\n2\tc/u,
  ],
  ['a text in another Unicode normalization form', 'caf\u00e9', [['cafe\u0301', 'x']], /not in the file/u],
  [
    'a text with the line numbers of read_file',
    CODE,
    [['2\t  return a + b;', 'x']],
    /leave out the line numbers.*nearest lines:\n2\t {2}return a \+ b;/su,
  ],
  [
    'a text in two places',
    CODE,
    [['(a, b)', '()']],
    /in 2 places \(lines 1, 5\); give more of the lines around/u,
  ],
  ['a text in two places on one line', 'a a', [['a', 'b']], /in 2 places \(lines 1, 1\)/u],
  ['a text in overlapping places', 'aaa', [['aa', 'b']], /in 2 places/u],
  [
    'a text in many places',
    'a\n'.repeat(20),
    [['a', 'b']],
    /in 20 places \(lines 1, 2, 3, 4, 5, 6, 7, 8 and others\)/u,
  ],
  [
    'a text in two places with different line ends',
    'a\r\nb a\nb',
    [['a\nb', 'x']],
    /in 2 places \(lines 1, 2\)/u,
  ],
  [
    'a second edit whose text is not in the file',
    'a b',
    [
      ['a', 'x'],
      ['c', 'y'],
    ],
    /^Edit 2 of 2: .*None of the edits was made\.$/su,
  ],
  [
    'a second edit of a text that the first edit removed',
    'a b',
    [
      ['a', 'x'],
      ['a', 'y'],
    ],
    /^Edit 2 of 2/u,
  ],
  [
    'a second edit that became ambiguous',
    'a b',
    [
      ['b', 'a'],
      ['a', 'c'],
    ],
    /^Edit 2 of 2: .*2 places/u,
  ],
];

describe('exact edits', () => {
  it('are tested in at least sixty cases', () => {
    assert.ok(rows.length >= 60, String(rows.length));
  });

  for (const [what, text, short, expected] of rows) {
    const says = typeof expected === 'string' ? 'replace' : 'refuse';
    it(`${says} ${what}`, () => {
      const edits = short.map(([before, after, all]): ExactEdit => ({
        before,
        after,
        isForAll: all === 'all',
      }));
      const edited = applyExactEdits(text, edits);
      if (typeof expected === 'string') assert.deepEqual(edited, { isEdited: true, text: expected });
      else assert.match(edited.isEdited ? `edited: ${edited.text}` : edited.problem, expected);
    });
  }

  it('replace a text that is as long as a large file', () => {
    const text = `${'const x = (1 + 2) * [3];\n'.repeat(20_000)}end\n`;
    assert.deepEqual(applyExactEdits(text, [{ before: text, after: 'x' }]), { isEdited: true, text: 'x' });
  });

  it('replace all occurrences in one long line in linear time', async () => {
    const edit = { before: '"x"', after: '"y"', isForAll: true };
    const workFor = (count: number): Promise<number> =>
      workOf(() => applyExactEdits('{"kind":"x"},'.repeat(count), [edit]));
    const [once, twice] = [await workFor(1_000), await workFor(2_000)];
    assert.ok(twice < 2.3 * once, `${once}, ${twice}`);
  });
});
