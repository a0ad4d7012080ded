import assert from 'node:assert/strict';
import { OwnWords } from '../../../../src/core/session/ownWords.ts';

describe('The words that only one text has', () => {
  it('are known again in any case and between any signs', () => {
    const own = new OwnWords('Use the Heron key', ['Use the key']);
    assert.equal(own.areIn('the “HERON”'), true);
    assert.equal(own.areIn('use the key'), false);
  });

  it('are three in a row, too, where each of them is said elsewhere', () => {
    const own = new OwnWords('blue over green', ['green over blue']);
    assert.equal(own.areIn('paint it blue over green'), true);
    assert.equal(own.areIn('over green'), false);
  });

  it('are single characters of a script without spaces', () => {
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('关于鹭的'), true);
    assert.equal(new OwnWords('密码是鹭', ['密码是什么']).areIn('密码'), false);
  });

  it('are no words of a letter or two, except with those around them', () => {
    const own = new OwnWords('Take 3 of it', ['nothing']);
    assert.equal(own.areIn('of 3 it is said'), false);
    assert.equal(own.areIn('then 3 of it are left'), true);
  });

  it('are none where others say all of it, or nothing was said', () => {
    assert.equal(new OwnWords('one two', ['one', 'two', 'three']).areIn('one two'), false);
    assert.equal(new OwnWords('', ['one']).areIn(''), false);
  });
});
