import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** Put together from pieces, so that nothing in this file looks like a real key. */
const word = ['Wm4tR8', 'kzQp2v'].join('');
const mixed = 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6'.repeat(5);
const hex = '3f9a1c70be5d'.repeat(6);
const letters = 'hgqxzpwjkvtr'.repeat(4);

describe('a secret', () => {
  for (const [what, text, secret] of [
    ['in a section of XML that is not parsed', `<password><![CDATA[${word}]]></password>`, word],
    ['in an encoded query', `/q?next=%3Fpassword%3D${word}`, word],
    ['in a variable of fish', `set -gx DB_PASSWORD ${word}`, word],
    ['in a variable of csh', `setenv DB_PASSWORD ${word}`, word],
    ['in a list of arguments', `["login", "--password", "${word}"]`, word],
    ['as the argument of a call that sets a value', 'setenv("DB_PASSWORD", "lampe")', 'lampe'],
    ['as the default of a variable', `os.environ.get("DB_PASSWORD", "${word}")`, word],
    [
      'as a default for a missing value',
      `process.env.API_KEY ?? '${mixed.slice(0, 30)}'`,
      mixed.slice(0, 30),
    ],
    ['as a default for an empty value', `process.env.API_KEY || '${mixed.slice(0, 30)}'`, mixed.slice(0, 30)],
    ['beside its name in a table', `| password | ${word} |`, word],
    ['in a table of Markdown', `| user | password |\n|---|---|\n| \`password\` | \`${word}\` |`, word],
    ['in an output of Terraform', `"db_password": {\n "sensitive": true,\n "value": "${word}"\n}`, word],
    [
      'as a key with a dot',
      `use ${hex.slice(0, 32)}.${mixed.slice(0, 16)}`,
      `${hex.slice(0, 32)}.${mixed.slice(0, 16)}`,
    ],
    ['as a key of lower-case letters', `use sk-${letters}`, `sk-${letters}`],
    ['as a key of Cursor', `use key_${hex.slice(0, 64)}`, `key_${hex.slice(0, 64)}`],
    ['in a hook of Zapier', 'hooks.zapier.com/hooks/catch/123456/ab1cd2e', '123456/ab1cd2e'],
    [
      'in a hook of Lark',
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
    it(`is found at its own place, not where its value occurs later: ${text}`, async () => {
      const [spans = []] = await redactor.find([text]);
      assert.deepEqual(
        spans.map(({ start }) => start),
        [before.length],
      );
    });
});
