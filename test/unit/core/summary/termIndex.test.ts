import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wordsOf } from '../../../../src/core/recall/terms.ts';
import { TermIndex } from '../../../../src/core/summary/termIndex.ts';
import { namesIn } from '../../../../src/core/text/names.ts';

const word = fc.constantFrom(
  'keep',
  'keeping',
  'the',
  'src/a.ts',
  'refreshToken',
  'token',
  '4711',
  '港口',
  'Keep',
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const rarityOf = (holding: number, all: number): number => Math.log(1 + all / holding);

describe('The index of terms', () => {
  it('adds up the weights of the terms that a text shares with a sentence', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(text, { minLength: 1 }),
        fc.constantFrom(undefined, 4),
        (texts, asked, stemChars) => {
          const termsOf = (of: string): readonly string[] => [
            ...new Set(
              wordsOf(of).flatMap(({ parts }) => parts.map((part) => `word ${part.slice(0, stemChars)}`)),
            ),
            ...namesIn(of).map((name) => `name ${name}`),
          ];
          const index = new TermIndex(asked, { rarityOf, ...(stemChars === undefined ? {} : { stemChars }) });
          for (const each of texts) index.add(each);
          for (const sentence of asked) {
            const expected = texts.map((each) => {
              const shared = termsOf(sentence).filter((term) => termsOf(each).includes(term));
              const holding = (term: string): number =>
                texts.filter((one) => termsOf(one).includes(term)).length;
              const worthOf = (term: string): number =>
                (term.startsWith('name ') ? 3 : 1) * rarityOf(holding(term), texts.length);
              return shared.reduce((sum, term) => sum + worthOf(term), 0);
            });
            const found = index.sharedWith(sentence);
            assert.deepEqual([...found], expected);
          }
        },
      ),
    );
  });
});
