import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { searchLines, withMarks } from '../../../../src/adapters/search/searchLines.ts';
import { maskedAtCuts } from '../../../../src/core/session/maskedAtCuts.ts';

const files = [
  { path: 'a.ts', text: 'const one = 1;\nconst Two = 2;\r\nreturn one + Two;' },
  { path: 'b.ts', text: 'x.y(1)\nxzy(1)' },
];
const plain = (text: string) => ({ text, isRegex: false });

describe('searching lines', () => {
  it('returns the path, line number and text of each match, in order', () => {
    const found = searchLines(files, plain('const'), 10);
    const shown = found.map(({ path, line, text }) => ({ path, line, text }));
    assert.deepEqual(shown, [
      { path: 'a.ts', line: 1, text: 'const one = 1;' },
      { path: 'a.ts', line: 2, text: 'const Two = 2;' },
    ]);
  });

  it('ignores case unless the query has a capital letter', () => {
    assert.equal(searchLines(files, plain('two'), 10).length, 2);
    assert.equal(searchLines(files, plain('TWO'), 10).length, 0);
  });

  it('treats special characters in a plain query as literal text', () => {
    assert.deepEqual(
      searchLines(files, plain('x.y('), 10).map(({ line }) => line),
      [1],
    );
  });

  for (const escape of [
    '\\S',
    '\\W',
    '\\D',
    '\\B',
    '\\p{Sc}',
    '\\P{L}',
    '\\u002C',
    '\\u{2C}',
    '\\x2C',
    '\\cJ',
    '(?<Name>x)',
  ])
    it(`ignores case if the only capital letters are in an escape sequence or a group’s name: ${escape}`, () => {
      const found = (word: string): number =>
        searchLines(files, { text: `(?:${escape})?${word}`, isRegex: true }, 10).length;
      assert.deepEqual([found('two'), found('Two'), found('TWO')], [2, 2, 0]);
    });

  it('is case-sensitive if a capital letter follows an escaped backslash', () => {
    const found = (text: string): number =>
      searchLines([{ path: 'a', text: '\\s and \\S' }], { text, isRegex: true }, 10).length;
    assert.deepEqual([found('\\\\S$'), found('\\\\S and'), found('\\\\s and')], [1, 0, 1]);
  });

  it('supports Unicode property escapes such as \\p{Lu}', () => {
    const found = (text: string): readonly number[] =>
      searchLines([{ path: 'a', text: 'über\nÜber\np{Lu}' }], { text, isRegex: true }, 10).map(
        ({ line }) => line,
      );
    assert.deepEqual(found('^\\p{Lu}'), [2]);
    assert.deepEqual(found('^\\p{Uppercase_Letter}'), [2]);
    assert.deepEqual(found('^\\p{L}ber'), [1, 2]);
    assert.deepEqual(found('^\\p{L}ber\\-?$'), [1, 2]);
  });

  it('accepts a pattern that is valid only without the flag `u`', () => {
    assert.equal(
      searchLines([{ path: 'a', text: 'a-b {' }], { text: 'a\\-b {', isRegex: true }, 1).length,
      1,
    );
  });

  it('returns at most the requested number of lines', () => {
    assert.equal(searchLines(files, plain('o'), 2).length, 2);
  });

  it('cuts a long line around its match', () => {
    const text = `${'a'.repeat(5_000)}needle${'b'.repeat(5_000)}`;
    const [found] = searchLines([{ path: 'long', text }], plain('needle'), 1);
    assert.ok(found);
    assert.ok(found.text.includes('needle'));
    assert.ok(found.text.length < 260);
  });

  it('throws a SyntaxError for an invalid pattern', () => {
    assert.throws(() => searchLines(files, { text: '(', isRegex: true }, 1), SyntaxError);
  });
});

const VALUE = Buffer.from('berth and buoy and quay').toString('base64').replaceAll('=', '');

describe('a line found by a search', () => {
  const foundIn = (text: string) =>
    searchLines([{ path: 'a', text }], plain('#'), 1)[0] ?? assert.fail('the search found no line');
  const cut = (line: string): string => withMarks(foundIn(`one\r\n${line}\r\ntwo`));
  for (const [what, line, shown] of [
    ['240 characters are not cut', `#${'x'.repeat(239)}`, `#${'x'.repeat(239)}`],
    ['241 characters are cut to 240', `#${'x'.repeat(240)}`, `#${'x'.repeat(239)}…`],
    [
      '80 characters before the match are kept',
      `${'x'.repeat(81)}#${'y'.repeat(300)}`,
      `…${'x'.repeat(80)}#${'y'.repeat(159)}…`,
    ],
    [
      'a line with a match near the start is cut only at the end',
      `${'x'.repeat(80)}#${'y'.repeat(300)}`,
      `${'x'.repeat(80)}#${'y'.repeat(159)}…`,
    ],
    [
      'a line with a match near the end is cut only at the start',
      `${'x'.repeat(300)}#y`,
      `…${'x'.repeat(238)}#y`,
    ],
    ['half of a surrogate pair is replaced by U+FFFD', `😀${'x'.repeat(238)}#`, `…\ufffd${'x'.repeat(238)}#`],
    ['white space at the end of the line is removed', '  #  ', '  #'],
  ] as const) {
    it(`is shown with at most 240 characters: ${what}`, () => {
      assert.equal(cut(line), shown);
    });
  }

  it('is returned with the text before and after the shown part', () => {
    for (const line of [`${'x'.repeat(300)}#${'y'.repeat(300)}`, '#']) {
      const { before, text, after } = foundIn(`one\r\n${line}\ntwo`);
      assert.equal(before + text + after, `one\r\n${line}\ntwo`);
    }
    assert.deepEqual({ ...foundIn('#') }, { path: 'a', line: 1, before: '', text: '#', after: '' });
  });

  for (const [what, query, text] of [
    [
      'a line of a private key',
      'lamp',
      `-----BEGIN PRIVATE KEY-----\n${VALUE}lamp\n-----END PRIVATE KEY-----`,
    ],
    ['a value of a Kubernetes Secret', 'conn', `apiVersion: v1\nkind: Secret\ndata:\n  conn: ${VALUE}\n`],
    ['a column named password', 'bob', 'name,password,city\nbob,Tr0ub4dor9x,Oslo\nann,c0rrectH0rse,Rome\n'],
  ] as const)
    it(`is masked because of the surrounding lines: ${what}`, async () => {
      const found = searchLines([{ path: 'a', text }], plain(query), 10);
      const [masked = ''] = await maskedAtCuts(found, new SecretRedactor());
      assert.match(masked, /\[secret: /u);
    });
});
