import assert from 'node:assert/strict';
import { findSaidSecrets } from '../../../../src/adapters/redaction/saidSecrets.ts';

/** The value is joined from pieces, so that no text in this file looks like a real token. */
const token = ['Xy12kP9q', 'Lm7w'].join('');

describe('A secret stated in a sentence', () => {
  for (const [text, secrets] of [
    ['"sword" is the password', ['sword']],
    [`contraseña: ${token}...`, [token]],
    [`token: ${token}...`, []],
    ['my password is bluest9(x', ['bluest9(x']],
    ['(my password is bluest9)', ['bluest9']],
    ['[my password is bluest9(x)](a)', ['bluest9(x)']],
    ['password: ab{12}cd', ['ab{12}cd']],
    ['my password is bluest9 (really)', ['bluest9']],
    ['my password is bluest9…', ['bluest9']],
    ['your password is: %(new_password)s', []],
    ['the password is %{code}', []],
    ['Password: p{6,32}', []],
    ['the password is 8-32{chars}', []],
    ['the password (see below)', []],
    ['the password: see(below)', []],
    ['password: sha256(text, salt)', []],
    ['password: users[i].pass2', []],
    ['password: user{id}', []],
    ['run({ password: hash2 });', []],
  ] as const) {
    it(`is ${secrets.length === 0 ? 'not found' : 'found completely'} in “${text}”`, () => {
      const found = findSaidSecrets(text).map(({ start, end }) => [start, text.slice(start, end)]);
      assert.deepEqual(
        found,
        secrets.map((secret) => [text.indexOf(secret), secret]),
      );
    });
  }
});
