import assert from 'node:assert/strict';
import { OwnWords } from '../../../../src/core/log/ownWords.ts';

describe('The identifying words of a text', () => {
  it('are recognised regardless of case and of the characters around them', () => {
    const own = new OwnWords('Use the Heron key', ['Use the key']);
    assert.equal(own.areIn('the “HERON”'), true);
    assert.equal(own.areIn('use the key'), false);
  });

  it('include a phrase of three words if other texts contain the words only in another order', () => {
    const own = new OwnWords('blue over green', ['green over blue']);
    assert.equal(own.areIn('paint it blue over green'), true);
    assert.equal(own.areIn('over green'), false);
  });

  it('are single characters in a script without spaces', () => {
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('关于鹭的'), true);
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('密码'), false);
  });

  it('exclude words of one or two letters, except in a phrase of three words', () => {
    const own = new OwnWords('Take 3 of it', ['nothing']);
    assert.equal(own.areIn('of 3 it is said'), false);
    assert.equal(own.areIn('then 3 of it are left'), true);
  });

  it('do not exist if the text has fewer than three words and each word occurs in another text', () => {
    assert.equal(new OwnWords('one two', ['one', 'two', 'three']).areIn('one two'), false);
    assert.equal(new OwnWords('', ['one']).areIn(''), false);
  });

  it('are not recognised in a phrase whose last word is truncated', () => {
    const others = ['one', 'two', 'blue over', 'over green', 'greenhouse'];
    const own = new OwnWords('one two blue over greenhouse', others);
    assert.equal(own.areIn('it is blue over greenhouse'), true);
    assert.equal(own.areIn('it is blue over green'), false);
    const long = ['xxxxxxxxxxx', 'yyyyyyyyyyy', 'zzzzz'];
    assert.equal(new OwnWords(long.join(' '), long).areIn('xxxxxxxxxxx yyyyyyyyyyy zzz'), false);
  });

  const uncut = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const cuts: readonly (readonly [what: string, text: string, isKnown: boolean])[] = [
    ['the first 24 letters of a long word', uncut.slice(0, 24), true],
    ['the first 23 letters of a long word', uncut.slice(0, 23), false],
    ['the last 24 letters of a long word', uncut.slice(-24), false],
    ['the first 24 letters of a long word, with a wrong first letter', `b${uncut.slice(1, 24)}`, false],
  ];
  for (const [what, text, isKnown] of cuts) {
    it(`are ${isKnown ? '' : 'not '}recognised in a text that contains only ${what}`, () => {
      assert.equal(new OwnWords(uncut, ['nothing']).areIn(`it is ${text}`), isKnown);
    });
  }

  it('are recognised before the time limit even if both texts have many long words', () => {
    const long = (index: number): string => `a_long_name_in_a_pasted_log_${String(index)}`;
    const pasted = Array.from({ length: 60_000 }, (_, index) => long(index));
    const own = new OwnWords(pasted.join(' '), []);
    const others = Array.from({ length: 30_000 }, (_, index) => `${'b'.repeat(24)}${String(index)}`).join(
      ' ',
    );
    assert.equal(own.areIn(others), false);
    assert.equal(own.areIn('a_long_name_in_a_pasted_log'), true);
  });

  it('do not exist if the only word of the text occurs in another text', () => {
    assert.equal(new OwnWords('heron', ['nothing', 'heron']).areIn('heron'), false);
    assert.equal(new OwnWords('heron', ['heron']).areIn('heron'), false);
  });

  it('are not found in a text that is empty or contains only other words', () => {
    const own = new OwnWords('heron', []);
    for (const text of ['', '–', 'a b', 'another bird']) assert.equal(own.areIn(text), false);
  });
});
