import assert from 'node:assert/strict';
import { termsOf } from '../../../../src/core/text/terms.ts';

describe('The terms of a text', () => {
  for (const [text, terms] of [
    ['The lock, in auth_token.ts: 42 times!', ['the', 'lock', 'in', 'auth_token', 'ts', '42', 'times']],
    ['Größe ändern', ['größe', 'ändern']],
    ['Не трогай a', ['не', 'трогай']],
    ['时区 ok', ['时', '区', 'ok']],
    ['한국어 문장', ['한국어', '문장']],
    ['', []],
  ] as const)
    it(`are its words in lower case, of writing without spaces its characters: “${text}”`, () => {
      assert.deepEqual(termsOf(text), terms);
    });
});
