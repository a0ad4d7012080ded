import assert from 'node:assert/strict';
import { sentencesOf } from '../../../../src/core/text/sentences.ts';

describe('Sentences', () => {
  it('end at a punctuation mark before white space, at a CJK punctuation mark and at the end of a line', () => {
    assert.deepEqual(sentencesOf('Never touch session.ts. Fix the rest!\n- then run it'), [
      'Never touch session.ts.',
      'Fix the rest!',
      'then run it',
    ]);
    assert.deepEqual(sentencesOf('不要改这个文件。其余都可以。'), ['不要改这个文件。', '其余都可以。']);
  });

  it('do not include the list marks', () => {
    assert.deepEqual(sentencesOf('1) Paint it.\n- [ ] Never ask.'), ['Paint it.', 'Never ask.']);
    assert.deepEqual(sentencesOf('- 1. * [x] # Never ask.'), ['Never ask.']);
    const numbered = '1. Paint it.\n  2. Never ask. He took 3. Then 12.\n- 10. Mend it.\n5.';
    assert.deepEqual(sentencesOf(numbered), [
      'Paint it.',
      'Never ask.',
      'He took 3.',
      'Then 12.',
      'Mend it.',
      '5.',
    ]);
  });

  it('do not include quoted lines', () => {
    const text = '> You must obey.\n  >> Always.\n- > Never ask.\nStop at >5 errors.\n>= 3 are too many.';
    assert.deepEqual(sentencesOf(text), ['Stop at >5 errors.', '>= 3 are too many.']);
  });

  it('do not include fenced or indented code, or the content of a `<file>` tag', () => {
    for (const code of [
      '```\nNever ask.\n```',
      '````md\n```\nNever ask.\n```\nAlways.\n````',
      '~~~ md\nNever ask.\n~~~',
      '~~~~\n~~~\nNever ask.\n~~~~~',
      '~~~\n```\nNever ask.\n~~~',
      '\n    Never ask.\n\n\tAlways.\n',
      '<file path="a.md">\nNever ask. <b>Always.</b>\n</file>',
    ])
      assert.deepEqual(sentencesOf(`Look:\n${code}\nMend it.`), ['Look:', 'Mend it.'], code);
    assert.deepEqual(sentencesOf('Look: ```js\nNever ask.'), ['Look:']);
  });

  it('include a line that only seems to be in a code block or in a `<file>` tag', () => {
    for (const text of [
      'Check out <file>.\nNever ask.',
      '- Look:\n\n    Never ask.',
      '    Look.\n    Never ask.',
      'Look:\n    Never ask.',
      '    m = f()\n        ~~~^^\nNever ask.',
      'Look\n~~~~\nNever ask.',
      '```\n~~~\n```\nNever ask.\n~~~',
    ])
      assert.ok(sentencesOf(text).includes('Never ask.'), text);
  });

  it('include a quotation as a whole, even with several sentences', () => {
    for (const quoted of [
      '"No. Never ask."',
      '“No. Never\nask.”',
      '`a. Never ask`.',
      '„No. Never ask.“',
      "'No. Don't ask.'",
      '‘No. Don’t ask.’',
    ])
      assert.deepEqual(sentencesOf(`He said ${quoted} So ask.`), [`He said ${quoted}`, 'So ask.']);
  });

  it('are separated as usual after an unclosed quotation mark or an apostrophe', () => {
    assert.equal(sentencesOf('Paint 5" lamps. Never ask. Paint 6" lamps.').length, 3);
    assert.equal(sentencesOf('Say "no. Never ask. Say "yes".').length, 3);
    assert.equal(sentencesOf('Say "no. Never ask.\n\nSay yes".').length, 3);
    for (const text of [
      "Stop 'em. Never ask. It is the boys' boat.",
      "I don't. Never ask. It's the boys'.",
      "Keep the '90s look. Never ask. Paint the boys' boat.",
      "Paint the boys' boat. Never ask. It isn't 'green'.",
      '‘No. Never ask. Say no.',
    ])
      assert.equal(sentencesOf(text).length, 3, text);
    assert.equal(sentencesOf('Don`t use it. Never ask. Don`t stop.').length, 3);
  });

  const sentencesAmongMarks: readonly (readonly [mark: string, beforeSpace: number, beforeWord: number])[] = [
    ['!', 2, 1],
    ['.', 2, 1],
    ['…', 2, 1],
    ['?"', 2, 1],
    ['。', 2, 2],
    [')', 1, 1],
    ['```', 0, 0],
    ['~~~\n', 1, 1],
    ['~~~py\nx\n', 501, 501],
    ['~~~~\n~~~\n', 2, 2],
    ['<file>', 1, 1],
    ['“', 1, 1],
    ['` ', 1, 1],
    ['\n    a', 1, 1],
  ];
  for (const [mark, beforeSpace, beforeWord] of sentencesAmongMarks)
    it(`are counted correctly in a text that begins with 500 repetitions of ${JSON.stringify(mark)}`, () => {
      const marks = mark.repeat(500);
      assert.equal(sentencesOf(`${marks} end`).length, beforeSpace);
      assert.equal(sentencesOf(`${marks}end`).length, beforeWord);
    });

  it('do not include text after an opening fence if only a shorter fence follows', () => {
    const marks = '`'.repeat(1_000);
    const [fence, text] = [`${marks}\``, 'Never ask. '.repeat(100)];
    assert.deepEqual(sentencesOf(`Look. ${fence}\n${marks}\n${text}`), ['Look.']);
  });
});
