import assert from 'node:assert/strict';
import { linesOfCode, piecesOf } from '../../../../src/core/record/piece.ts';

describe('The pieces of a text', () => {
  it('are the unchanged lines of the text, and the sentences of long lines', () => {
    const long = `${'First of them. '.repeat(6)}Is it (“so”)? ${'Then more. '.repeat(4)}`.trim();
    const pieces = piecesOf(`One. Two.\n\n${long}`);
    assert.deepEqual(pieces[0], { text: 'One. Two.', line: 0, place: 0, isCode: false });
    assert.equal(pieces.length, 1 + 11);
    assert.ok(pieces.slice(1).every(({ text, line }) => line === 2 && long.includes(text)));
  });

  it('include only the first lines of long code', () => {
    const short = 'let a = 1;\nlet b = 2;';
    const long = Array.from({ length: 60 }, (_, index) => `let name${index} = ${index};`).join('\n');
    const texts = (code: string): readonly string[] =>
      piecesOf(`Before.\n\`\`\`ts\n${code}\n\`\`\`\nAfter.`).map(({ text }) => text);
    assert.deepEqual(texts(short), ['Before.', 'let a = 1;', 'let b = 2;', 'After.']);
    const pieces = texts(long);
    assert.deepEqual([pieces[0], pieces[1], pieces.at(-1)], ['Before.', 'let name0 = 0;', 'After.']);
    assert.ok(pieces.length > 6 && pieces.length < 20);
  });

  it('include all lines of a code block of at most 400 characters', () => {
    const code = (characters: number): string =>
      `\`\`\`\n${'y'.repeat(199)}\n${'x'.repeat(characters - 201)}\n\`\`\``;
    assert.equal(piecesOf(code(400)).length, 2);
    assert.equal(piecesOf(code(401)).length, 1);
  });

  it('include each line of a list, even if some lines look like a stack trace', () => {
    for (const lines of [
      [
        'Deploy only in these windows:',
        'at 9:30',
        'at 12:45',
        'at 18:00',
        'The servers listen',
        'at host-a:8080',
      ],
      [
        'Error: it fails in',
        'src/a.py:12: in light',
        'src/b.py:14: in dim',
        'at lamp.ts:3:4',
        'at pier.ts:5:6',
      ],
    ]) {
      const texts = piecesOf(lines.join('\n')).map(({ text }) => text);
      assert.deepEqual(texts, lines);
    }
  });

  it('are parts of a sentence if the whole sentence is too long', () => {
    for (const long of ['word '.repeat(300).trim(), 'x'.repeat(1_000), '字'.repeat(1_000)]) {
      const pieces = piecesOf(long);
      assert.ok(pieces.length > 2);
      assert.ok(pieces.every(({ text }) => text.length <= 401));
      assert.equal(pieces.map(({ text }) => text).join(''), long);
      if (long.includes(' ')) assert.ok(pieces.every(({ text }) => /^word( word)* ?$/u.test(text)));
    }
  });

  it('have one line number for all lines of a paragraph that was wrapped at a fixed width', () => {
    const wrapped = [
      'The loop comes from the renewal, which asks once more before',
      'the first answer came, and so both of them wait for each other.',
      '',
      '- a list stays a list, however long its lines come to be here',
      '- of two items',
    ];
    const lines = new Map<number, string>();
    for (const { text, line } of piecesOf(wrapped.join('\n')))
      lines.set(line, `${lines.get(line) ?? ''}${text}`);
    assert.deepEqual([...lines.values()], [`${wrapped[0]} ${wrapped[1]}`, wrapped[3], wrapped[4]]);
  });

  it('include code in an unclosed fence', () => {
    assert.deepEqual(
      piecesOf('See:\n~~~\nlet a;').map(({ text }) => text),
      ['See:', 'let a;'],
    );
  });

  it('include a fence inside code if the fence does not close the code', () => {
    for (const [open, inner, end] of [
      ['````md', '```', '````'],
      ['```', '~~~', '```'],
      ['~~~', '```ts', '~~~~'],
      ['```', '```ts', '```'],
    ] as const)
      assert.deepEqual(
        piecesOf([open, inner, 'let a;', end, 'After it.'].join('\n')).map(({ text, isCode }) => [
          text,
          isCode,
        ]),
        [
          [inner, true],
          ['let a;', true],
          ['After it.', false],
        ],
        inner,
      );
  });

  it('are not code if three backticks open and close on the same line', () => {
    assert.deepEqual(
      piecesOf('```let a``` declares the lamp of the harbour.\nSo.').map(({ isCode }) => isCode),
      [false, false],
    );
  });

  it('are whole lines if the text is from a file or a tool', () => {
    const long = `let text = '${'First of them. '.repeat(20)}';`;
    assert.deepEqual(
      linesOfCode(`a.ts edited\n\n${long}`).map(({ text, line, place }) => [text, line, place]),
      [
        ['a.ts edited', 0, 0],
        [long, 1, 1],
      ],
    );
  });
});
