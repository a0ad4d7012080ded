import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { maskedAtCuts } from '../../../../src/core/session/maskedAtCuts.ts';

const token = `ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8`;
const body = Array.from(
  { length: 6 },
  (_, at) => `MIIEpAIBAAKCAQEA${at}bXl0b3duaGFyYm91cmxvZ0tleU1hdGVyaWFs`,
);
const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----'].join('\n');

describe('An excerpt from a text', () => {
  const masked = async (whole: string, start: number, end: number): Promise<string | undefined> => {
    const part = { before: whole.slice(0, start), text: whole.slice(start, end), after: whole.slice(end) };
    return (await maskedAtCuts([part], new SecretRedactor()))[0];
  };

  it('has a mark in place of a secret cut in two', async () => {
    const text = `the key ${token} and more`;
    assert.match((await masked(text, 0, 30)) ?? '', /^the key \[secret: [^\]]+\]$/u);
    assert.match((await masked(text, 30, text.length)) ?? '', /^\[secret: [^\]]+\] and more$/u);
  });

  it('has a mark in place of lines from the middle of a private key', async () => {
    const start = key.indexOf(body[2] ?? '');
    assert.match((await masked(key, start, start + 40)) ?? '', /^\[secret: [^\]]+\]$/u);
  });

  it('has no mark in place of a secret that was not cut', async () => {
    const text = `${token}\nlights\n${token}`;
    assert.equal(await masked(text, 0, token.length + 3), `${token}\nli`);
    assert.equal(await masked(text, 0, text.length), text);
  });
});
