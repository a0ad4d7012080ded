import assert from 'node:assert/strict';
import { FATES, fateText, CHOSEN_FATES, type Fate } from '../../../src/shared/fateWords.ts';

describe('The words for a message’s fate', () => {
  it('have a different sentence for each fate', () => {
    const texts = (Object.keys(FATES) as readonly Fate[]).map(fateText);
    assert.equal(new Set(texts).size, texts.length);
    for (const text of texts) assert.match(text, /^[A-Z][a-z ]+: [a-z].*[a-z]\.$/);
  });

  it('consist of the name of the fate and a sentence that explains it', () => {
    for (const [fate, { word, sentence }] of Object.entries(FATES)) {
      assert.equal(fateText(fate as Fate).toLowerCase(), `${word}: ${sentence}.`.toLowerCase());
    }
  });

  it('have a different key for each fate that a person can choose', () => {
    assert.deepEqual(CHOSEN_FATES, ['stays', 'shortened', 'notes', 'leftOut']);
    assert.equal(new Set(CHOSEN_FATES.map((wish) => FATES[wish].key)).size, CHOSEN_FATES.length);
  });
});
