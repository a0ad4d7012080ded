import assert from 'node:assert/strict';
import { isChosen, optionChosen } from '../../../../src/core/text/choice.ts';

describe('a choice by its mark', () => {
  it('is an answer that is a number or a letter, and maybe the word before it in the offer', () => {
    for (const [line, answer] of [
      ['2. Paint the pier.', '2'],
      ['  (b) Paint the boats.', 'B)'],
      ['**Option 3:** Paint both.', 'option 3'],
      ['**Option 3:** Paint both.', '3.'],
      ['### Variante 1: Nichts', ' Variante 1 '],
    ] as const)
      assert.ok(isChosen(line, answer), answer);
    for (const [line, answer] of [
      ['2. Paint the pier.', 'not 2'],
      ['2. Paint the pier.', '2 and 3'],
      ['2. Paint the pier.', 'do 2 first'],
      ['2. Paint the pier.', '3'],
      ['The pier is 2. of its kind.', '2'],
      ['2. Paint the pier.', ''],
      ['I think so.', ''],
    ] as const)
      assert.ok(!isChosen(line, answer), answer);
  });

  it('means the lines of its option, as it was offered last', () => {
    const offer =
      'Which?\n1. Paint.\n   All of it.\n2. Wait.\n   Till noon.\nOr:\n1. Sell.\n   The boats.\n2. Stay.';
    assert.equal(optionChosen(offer, '1'), '1. Sell.\n   The boats.');
    assert.equal(optionChosen(offer, '2'), '2. Stay.');
    assert.equal(optionChosen(offer, '3'), '');
    assert.equal(optionChosen(offer, 'yes, all'), '');
  });
});
