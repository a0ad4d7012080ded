import assert from 'node:assert/strict';
import { choiceIn, isChosen, optionChosen } from '../../../../src/core/text/choice.ts';

const chosen = (line: string, answer: string): boolean => {
  const choice = choiceIn(answer);
  return choice !== undefined && isChosen(line, choice);
};

const option = (offer: string, answer: string): string => {
  const choice = choiceIn(answer);
  return choice === undefined ? '' : optionChosen(offer, choice);
};

describe('a choice by number or letter', () => {
  it('is an answer that consists of an option’s number or letter', () => {
    for (const [line, answer] of [
      ['2. Paint the pier.', '2'],
      ['  (b) Paint the boats.', 'B)'],
      ['**Option 3:** Paint both.', 'option 3'],
      ['**Option 3:** Paint both.', '3.'],
      ['### Variante 1: Nichts', ' Variante 1 '],
    ] as const)
      assert.ok(chosen(line, answer), answer);
    for (const [line, answer] of [
      ['2. Paint the pier.', 'not 2'],
      ['2. Paint the pier.', '2 and 3'],
      ['2. Paint the pier.', 'do 2 first'],
      ['2. Paint the pier.', '3'],
      ['2. Paint the pier.', `2${'.'.repeat(100)}`],
      ['The pier is 2. of its kind.', '2'],
      ['2.11 is needed', '2'],
      ['e.g. a lamp', 'e'],
      ['2. Paint the pier.', ''],
      ['I think so.', ''],
    ] as const)
      assert.ok(!chosen(line, answer), `${line} by ${answer}`);
  });

  it('stands for the whole option in the last list of options, and for nothing if the list lacks the option', () => {
    const offer =
      'Which?\n1. Paint.\n   All of it.\n2. Wait.\n   Till noon.\n\nOr:\n1. Sell.\n   The boats.\n2. Stay.\n\nI would burn the pier.';
    assert.equal(option(offer, '1'), '1. Sell.\n   The boats.');
    assert.equal(option(offer, '2'), '2. Stay.\n');
    assert.equal(option(offer, '3'), '');
    assert.equal(option(offer, 'yes, all'), '');
  });

  it('never stands for an item of a list that is nested in an option', () => {
    const offer = '1. Paint:\n   1. the pier\n   2. the boat\n2. Wait.';
    assert.equal(option(offer, '1'), '1. Paint:\n   1. the pier\n   2. the boat');
    assert.equal(option(offer, '2'), '2. Wait.');
  });
});
