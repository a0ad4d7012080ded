import assert from 'node:assert/strict';
import { piecesOf } from '../../../../src/core/record/piece.ts';

describe('The pieces of a text', () => {
  it('are its lines, and the sentences of one that is long, each as it stands there', () => {
    const long = `${'First of them. '.repeat(6)}Is it (“so”)? ${'Then more. '.repeat(4)}`.trim();
    const pieces = piecesOf(`One. Two.\n\n${long}`);
    assert.deepEqual(pieces[0], { text: 'One. Two.', line: 0 });
    assert.equal(pieces.length, 1 + 11);
    assert.ok(pieces.slice(1).every(({ text, line }) => line === 2 && long.includes(text)));
  });

  it('have short code whole and long code by its first lines, without the marks of its fence', () => {
    const short = 'let a = 1;\nlet b = 2;';
    const long = Array.from({ length: 60 }, (_, index) => `let name${index} = ${index};`).join('\n');
    const texts = (code: string): readonly string[] =>
      piecesOf(`Before.\n\`\`\`ts\n${code}\n\`\`\`\nAfter.`).map(({ text }) => text);
    assert.deepEqual(texts(short), ['Before.', 'let a = 1;', 'let b = 2;', 'After.']);
    const told = texts(long);
    assert.deepEqual([told[0], told[1], told.at(-1)], ['Before.', 'let name0 = 0;', 'After.']);
    assert.ok(told.length > 6 && told.length < 20);
  });

  it('have code that nothing closes', () => {
    assert.deepEqual(
      piecesOf('See:\n~~~\nlet a;').map(({ text }) => text),
      ['See:', 'let a;'],
    );
  });
});
