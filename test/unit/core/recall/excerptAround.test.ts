import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerptAround } from '../../../../src/core/recall/excerptAround.ts';

const filler = 'lorem ipsum dolor sit amet '.repeat(40);

describe('an excerpt', () => {
  it('is the whole text if the text is short', () => {
    assert.equal(excerptAround('  a short text ', ['short'], 40), 'a short text');
  });

  it('shows the place that contains the most search words', () => {
    const text = `token ${filler}the token was refreshed twice${filler}`;
    const excerpt = excerptAround(text, ['token', 'refreshed'], 80);
    assert.match(excerpt, /^….*the token was refreshed twice.*…$/);
    assert.ok(excerpt.length <= 80);
  });

  it('shows a match that comes after letters that are longer in lower case', () => {
    assert.match(excerptAround(`${'İ '.repeat(200)}needle ${filler}`, ['needle'], 60), /needle/);
  });

  it('begins at the beginning of the text if nothing matches', () => {
    assert.match(excerptAround(filler, ['absent'], 50), /^lorem ipsum.*…$/);
  });

  it('begins and ends between words', () => {
    const excerpt = excerptAround(`${filler}needle ${filler}`, ['needle'], 100);
    for (const word of excerpt.replaceAll('…', '').split(' ')) {
      assert.ok(['lorem', 'ipsum', 'dolor', 'sit', 'amet', 'needle'].includes(word), word);
    }
  });

  it('does not end with an ellipsis if the excerpt reaches the end of the text', () => {
    assert.match(excerptAround(`${filler}needle`, ['needle'], 60), /^….*needle$/);
  });

  it('is never longer than requested, and never contains half a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 3, max: 100 }),
        fc.nat(290),
        (text, max, at) => {
          const excerpt = excerptAround(text, [text.toLowerCase().slice(at, at + 4)].filter(Boolean), max);
          assert.ok(excerpt.length <= max);
          assert.ok(excerpt.isWellFormed());
        },
      ),
    );
  });
});
