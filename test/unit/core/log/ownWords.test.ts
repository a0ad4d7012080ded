import assert from 'node:assert/strict';
import { OwnWords } from '../../../../src/core/log/forget.ts';

describe('The words that only one text contains', () => {
  it('are recognised in any case and between any characters', () => {
    const own = new OwnWords('Use the Heron key', ['Use the key']);
    assert.equal(own.areIn('the “HERON”'), true);
    assert.equal(own.areIn('use the key'), false);
  });

  it('include three words in a row that occur elsewhere one by one', () => {
    const own = new OwnWords('blue over green', ['green over blue']);
    assert.equal(own.areIn('paint it blue over green'), true);
    assert.equal(own.areIn('over green'), false);
  });

  it('are single characters of a script without spaces', () => {
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('关于鹭的'), true);
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('密码'), false);
  });

  it('exclude words of a letter or two, except together with their neighbours', () => {
    const own = new OwnWords('Take 3 of it', ['nothing']);
    assert.equal(own.areIn('of 3 it is said'), false);
    assert.equal(own.areIn('then 3 of it are left'), true);
  });

  it('do not exist when other texts contain all words of the text, or the text is empty', () => {
    assert.equal(new OwnWords('one two', ['one', 'two', 'three']).areIn('one two'), false);
    assert.equal(new OwnWords('', ['one']).areIn(''), false);
  });

  it('include three words in a row, but not two words and a part of a third', () => {
    const others = ['one', 'two', 'blue over', 'over green', 'greenhouse'];
    const own = new OwnWords('one two blue over greenhouse', others);
    assert.equal(own.areIn('it is blue over greenhouse'), true);
    assert.equal(own.areIn('it is blue over green'), false);
    const long = ['xxxxxxxxxxx', 'yyyyyyyyyyy', 'zzzzz'];
    assert.equal(new OwnWords(long.join(' '), long).areIn('xxxxxxxxxxx yyyyyyyyyyy zzz'), false);
  });

  const uncut = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const cuts: readonly (readonly [what: string, text: string, isKnown: boolean])[] = [
    ['24 letters of its beginning', uncut.slice(0, 24), true],
    ['23 letters of its beginning', uncut.slice(0, 23), false],
    ['its last 24 letters', uncut.slice(-24), false],
    ['24 letters of its beginning with another first letter', `b${uncut.slice(1, 24)}`, false],
  ];
  for (const [what, text, isKnown] of cuts) {
    it(`are ${isKnown ? '' : 'not '}recognised by ${what} when a long word was cut`, () => {
      assert.equal(new OwnWords(uncut, ['nothing']).areIn(`it is ${text}`), isKnown);
    });
  }

  it('do not exist if the only word of the text occurs elsewhere', () => {
    assert.equal(new OwnWords('heron', ['nothing', 'heron']).areIn('heron'), false);
    assert.equal(new OwnWords('heron', ['heron']).areIn('heron'), false);
  });

  it('are not found in a text without them', () => {
    const own = new OwnWords('heron', []);
    for (const text of ['', '–', 'a b', 'another bird']) assert.equal(own.areIn(text), false);
  });
});
