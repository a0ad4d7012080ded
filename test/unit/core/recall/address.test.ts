import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatAddress, parseAddress, type RecallAddress } from '../../../../src/core/recall/address.ts';
import { readBack } from '../../../../src/core/recall/readBack.ts';

describe('a recall address', () => {
  const cases: readonly [text: string, address: RecallAddress | undefined][] = [
    ['m42', { id: 'm42' }],
    [' M42 ', { id: 'm42' }],
    ['recall m42', { id: 'm42' }],
    ['[read_file src/schema.ts · 850 lines · recall m42]', { id: 'm42' }],
    ['[bash npm test · recall m42]\n3 failing\nnames in it: src/a.ts', { id: 'm42' }],
    ['[… 620 lines left out · recall m42 …]', { id: 'm42' }],
    ['m42:10-80', { id: 'm42', lines: { first: 10, last: 80 } }],
    ['m42:10-', { id: 'm42', lines: { first: 10 } }],
    ['recall m42:10', { id: 'm42', lines: { first: 10, last: 10 } }],
    ['m42:3+16000', { id: 'm42', lines: { first: 3, last: 3, offset: 16000 } }],
    ['m42:3+16000-9', { id: 'm42', lines: { first: 3, last: 9, offset: 16000 } }],
    ['what did m42 say', undefined],
    ['e42', undefined],
    ['m42:x', undefined],
    ['', undefined],
  ];
  for (const [text, address] of cases) {
    it(`is ${address === undefined ? 'not ' : ''}found in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseAddress(text), address);
    });
  }

  it('is formatted exactly as it was typed', () => {
    for (const text of ['m42', 'm42:10-80', 'm42:10-', 'm42:10', 'm42:3+16000', 'm42:3+16000-9']) {
      const address = parseAddress(text);
      assert.ok(address !== undefined);
      assert.equal(formatAddress(address), text);
    }
  });
});

describe('reading a message back', () => {
  const original = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');

  it('returns the whole text', () => {
    assert.deepEqual(readBack(original, { id: 'm1' }, 10_000), {
      text: original,
      first: 1,
      last: 100,
      lineCount: 100,
    });
  });

  it('returns only the requested lines that exist', () => {
    const read = readBack(original, { id: 'm1', lines: { first: 99, last: 200 } }, 1000);
    assert.deepEqual(read, { text: 'line 99\nline 100', first: 99, last: 100, lineCount: 100 });
    assert.equal(readBack(original, { id: 'm1', lines: { first: 101 } }, 1000).text, '');
  });

  it('returns the address to continue at if the range is too large', () => {
    const read = readBack(original, { id: 'm1', lines: { first: 10, last: 20 } }, 16);
    assert.equal(read.text, 'line 10\nline 11');
    assert.deepEqual(read.next, { id: 'm1', lines: { first: 12, last: 20 } });
  });

  it('reads any text to the end in steps, without loss or repetition', () => {
    const text = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (any, maxChars) => {
        let read = readBack(any, { id: 'm1' }, maxChars);
        let whole = read.text;
        while (read.next !== undefined) {
          assert.ok(read.text.length <= maxChars);
          const isSameLine = read.next.lines?.first === read.last;
          read = readBack(any, read.next, maxChars);
          whole += isSameLine ? read.text : `\n${read.text}`;
        }
        assert.equal(whole, any);
      }),
    );
  });
});
