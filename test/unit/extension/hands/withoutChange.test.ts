import assert from 'node:assert/strict';
import { withoutChange } from '../../../../src/extension/hands/withoutChange.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns the text without the change, or the reason. */
function undone(before: string, after: string, now: string): string {
  const result = withoutChange({ before: bytesOf(before), after: bytesOf(after) }, bytesOf(now));
  return typeof result === 'string' ? result : new TextDecoder().decode(result);
}

const numbered = (count: number, name: string): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}\n`).join('');

describe('A text without an earlier change', () => {
  const texts: readonly (readonly [
    what: string,
    before: string,
    after: string,
    now: string,
    then: string,
  ])[] = [
    [
      'keeps a later change elsewhere',
      'a\nb\nc\nd\ne\n',
      'A\nb\nc\nd\ne\n',
      'A\nb\nc\nd\nE',
      'a\nb\nc\nd\nE',
    ],
    ['contains deleted lines again', 'a\nb\nc\nd', 'a\nd', '0\na\nd', '0\na\nb\nc\nd'],
    ['contains the first lines again', 'a\nb\nc\n', 'b\nc\n', 'b\nc\nd\n', 'a\nb\nc\nd\n'],
    ['contains all lines again if the change emptied the file and it is still empty', 'a\n', '', '', 'a'],
    ['is empty if the change wrote all lines', '', 'a\nb\n', 'a\nb', ''],
  ];
  for (const [what, before, after, now, then] of texts)
    it(what, () => {
      assert.equal(undone(before, after, now), then);
    });

  const reasons: readonly (readonly [
    when: string,
    why: string,
    before: string,
    after: string,
    now: string,
  ])[] = [
    ['the same line was changed again', 'changedAgain', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nx\nc\n'],
    ['the file was empty after the change and has lines now', 'changedAgain', 'a\n', '', 'b\n'],
    ['the changed lines were moved', 'changedAgain', numbered(20, 'a'), '1\n2\n3\n4\n5\n', '4\n5\n1\n2\n3\n'],
    ['the changed lines were copied', 'manyPlaces', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nB\nc\na\nB\nc\n'],
    [
      'only distant lines tell the place from others, and these lines were changed',
      'manyPlaces',
      'top\n1\n2\nx\n4\n5\n6\n1\n2\n3\n4\n5\n6\n',
      'top\n1\n2\n3\n4\n5\n6\n1\n2\n3\n4\n5\n6\n',
      'TOP\n1\n2\n3\n4\n5\n6\n1\n2\n3\n4\n5\n6\n',
    ],
    [
      'not even many lines around the place tell it from others',
      'manyPlaces',
      `${'a\n'.repeat(300)}x\n${'a\n'.repeat(300)}`,
      'a\n'.repeat(601),
      `${'a\n'.repeat(601)}b\n`,
    ],
    ['the change is too large', 'tooLarge', numbered(3_000, 'a'), numbered(3_000, 'b'), 'a'],
  ];
  for (const [when, why, before, after, now] of reasons)
    it(`is not returned if ${when}`, () => {
      assert.equal(undone(before, after, now), why);
    });

  it('is not returned if a text is not UTF-8', () => {
    const change = { before: bytesOf('a'), after: Uint8Array.of(0xff) };
    assert.equal(withoutChange(change, bytesOf('b')), 'notText');
  });

  it('contains the old lines again at all 900 changed places in a long file whose lines look alike', () => {
    const entry = (index: number, value: string): string =>
      `{\n"id": ${index % 15 === 0 ? index : 0},\n"kind": "user",\n"tags": [],\n"value": ${value}\n},\n`;
    const text = (changed: string): string =>
      Array.from({ length: 17_100 }, (_, index) => entry(index, index % 19 === 5 ? changed : '0')).join('');
    assert.ok(undone(text('0'), text('1'), `${text('1')}{}\n`) === `${text('0')}{}\n`);
  });
});
