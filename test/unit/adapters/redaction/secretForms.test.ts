import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** The values are joined from pieces, so that no text in this file looks like a real key. */
const word = ['Wm4tR8', 'kzQp2v'].join('');
const mixed = 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6'.repeat(5);
const hex = '3f9a1c70be5d'.repeat(6);
const letters = 'hgqxzpwjkvtr'.repeat(4);

describe('a secret', () => {
  for (const [what, text, secret] of [
    ['in a CDATA section of XML', `<password><![CDATA[${word}]]></password>`, word],
    ['in a URL-encoded query', `/q?next=%3Fpassword%3D${word}`, word],
    ['in a variable of the fish shell', `set -gx DB_PASSWORD ${word}`, word],
    ['in a variable of the C shell', `setenv DB_PASSWORD ${word}`, word],
    ['in a list of arguments', `["login", "--password", "${word}"]`, word],
    ['as the argument of a function that sets a variable', 'setenv("DB_PASSWORD", "lampe")', 'lampe'],
    ['as the default value of an environment variable', `os.environ.get("DB_PASSWORD", "${word}")`, word],
    ['as a default value after `??`', `process.env.API_KEY ?? '${mixed.slice(0, 30)}'`, mixed.slice(0, 30)],
    ['as a default value after `||`', `process.env.API_KEY || '${mixed.slice(0, 30)}'`, mixed.slice(0, 30)],
    ['next to its name in a table row', `| password | ${word} |`, word],
    ['in a Markdown table', `| user | password |\n|---|---|\n| \`password\` | \`${word}\` |`, word],
    ['in a Terraform output', `"db_password": {\n "sensitive": true,\n "value": "${word}"\n}`, word],
    [
      'as a key that contains a dot',
      `use ${hex.slice(0, 32)}.${mixed.slice(0, 16)}`,
      `${hex.slice(0, 32)}.${mixed.slice(0, 16)}`,
    ],
    ['as a key that consists of lower-case letters', `use sk-${letters}`, `sk-${letters}`],
    ['as a Cursor key', `use key_${hex.slice(0, 64)}`, `key_${hex.slice(0, 64)}`],
    ['in the address of a Zapier webhook', 'hooks.zapier.com/hooks/catch/123456/ab1cd2e', '123456/ab1cd2e'],
    [
      'in the address of a Lark webhook',
      `open.larksuite.com/open-apis/bot/v2/hook/3f9a1c70-be5d-4f9a-8c70-be5d3f9a1c70`,
      '3f9a1c70-be5d-4f9a-8c70-be5d3f9a1c70',
    ],
  ] as const)
    it(`is found ${what}`, async () => {
      assert.deepEqual(await secretsIn(text), [secret]);
    });

  for (const text of [
    '| password | string |',
    '| Token | Description |',
    'if (password || username) {',
    'const name = password || "anonymous";',
    'type Credentials = Password | Token | undefined;',
    'os.environ.get("DB_PASSWORD", "")',
    '["--password", "--token"]',
    'grep -E "password|token|secret" src',
    'grep -E "password|passwd2" src',
    'echo -n "$DB_PASSWORD" | base64',
    '  | jq -r .data.password | base64 -d',
    'if (!password || oauth2) return;',
    `container app-${hex.slice(0, 24)}`,
    `build as-${hex.slice(0, 22)}`,
    `cached as pat_${hex.slice(0, 64)}`,
    `${hex.slice(0, 32)}.chunk-vendors-main.js`,
    `the letters of the alphabet in sk-${'information'.repeat(5)}`,
    '"password": {"type": "string", "value": "string"}',
  ])
    it(`is not found in “${text.slice(0, 60)}”`, async () => {
      assert.deepEqual(await secretsIn(text), []);
    });

  for (const [text, before] of [
    ['<password>word</password>', '<password>'],
    ['<lamp7.password>lamp7</lamp7.password>', '<lamp7.password>'],
    ['use “blue” as the blue password', 'use “'],
    ['echo docker | docker login', 'echo '],
  ] as const)
    it(`is found at the right position if its text occurs twice: ${text}`, async () => {
      const [spans = []] = await redactor.find([text]);
      assert.deepEqual(
        spans.map(({ start }) => start),
        [before.length],
      );
    });
});
