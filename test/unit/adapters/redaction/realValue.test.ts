import assert from 'node:assert/strict';
import { isCodeLike, isMadeOfWords, isNameOfSecret } from '../../../../src/adapters/redaction/madeOfWords.ts';
import { isRandom, isTokenLike } from '../../../../src/adapters/redaction/plausibleSecret.ts';
import { forms, isRealValue } from '../../../../src/adapters/redaction/realValue.ts';

describe('The patterns for non-secret values', () => {
  it('match their examples, which do not count as real values', () => {
    for (const [pattern, ...examples] of forms)
      for (const example of examples) {
        assert.match(example, pattern);
        assert.equal(isRealValue(example), false, example);
      }
  });
});

describe('the classifier for possible secrets', () => {
  for (const [value, looks] of [
    ['accessToken', 'real words code name'],
    ['AccessToken', 'real words code name'],
    ['Walrus', 'real words code'],
    ['walrus', 'real words'],
    ['auth.password.label', 'real words code name'],
    ['a.b.walrus', 'real code'],
    ['aB7', 'real'],
    ['abab', ''],
    ['q7Wd2', 'real token random'],
    ['q7q7', ''],
    ['q7Wd2Zk9Tb', 'real token random'],
    ['q7Wd2Zk9T', 'real token random'],
    ['a-Password1', ''],
    ['password', ''],
    ['[token]', ''],
    ['$NAME', ''],
    ['%NAME%', ''],
    ['%%', ''],
    ['/run/secrets/db', ''],
    ['/q7Wd/2Zk9', 'real token random'],
    ['1.2.3', ''],
    ['^1.2.x-beta.1', ''],
    ['#a1b2c3', ''],
    ['xtkqzv', 'real'],
    ['...', ''],
    ['walrus1x2', 'real token random'],
    ['15min', ''],
    ['12345678', 'real'],
    ['a12345678', ''],
    ['load_all_tables2', 'real token words code'],
  ] as const) {
    it(`gives “${value}” the labels: ${looks.replaceAll(' ', ', ') || 'none, since the value can’t be a secret'}`, () => {
      const told = [
        isRealValue(value) && 'real',
        isTokenLike(value) && 'token',
        isRandom(value) && 'random',
        isMadeOfWords(value) && isRealValue(value) && 'words',
        isCodeLike(value) && isRealValue(value) && 'code',
        isNameOfSecret(value) && isRealValue(value) && 'name',
      ].filter(Boolean);
      assert.equal(told.join(' '), looks);
    });
  }
});
