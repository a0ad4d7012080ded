import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

const folders = [
  '/srv/a1/b2',
  '/tmp/q7Wd2Zk9Tb',
  '~/r2/d2',
  'C:\\Users\\ann\\p2',
  'D:/k8/p2',
  '\\\\nas2\\a1\\b2',
];
const places: readonly (readonly [before: string, after: string])[] = [
  ['HOME=/root\nPWD=', '\nSHLVL=1'],
  ['export PWD=', '\n'],
  ['declare -x OLDPWD="', '"'],
  ['sudo: ann : TTY=pts/0 ; PWD=', ' ; USER=root'],
  ['docker run -v $PWD:', ':ro lamp'],
  ['pwd: ', ''],
  ['| PWD | ', ' |'],
  ['- name: PWD\n  value: ', '\n'],
  ['- value: ', '\n  name: PWD\n'],
  ['$env:PWD=', ''],
  ['process.env.PWD = "', '"'],
];

describe('A path next to PWD or a similar name of a working directory', () => {
  for (const [before, after] of places)
    it(`is not masked: “${before.replaceAll('\n', '⏎')}…”`, async () => {
      for (const folder of folders) assert.deepEqual(await secretsIn(before + folder + after), [], folder);
    });

  it('is not masked in JSON, nor in JSON within JSON', async () => {
    for (const folder of folders) {
      const variables = JSON.stringify({ PWD: folder });
      for (const text of [
        variables,
        JSON.stringify(variables),
        JSON.stringify({ name: 'PWD', value: folder }),
      ])
        assert.deepEqual(await secretsIn(text), [], text);
    }
  });

  it('is not masked after a lower-case name if the path is quoted and begins with a drive', async () => {
    for (const text of [
      JSON.stringify({ pwd: 'C:\\Users\\ann\\p2' }),
      JSON.stringify(JSON.stringify({ pwd: 'C:\\Users\\ann\\p2' })),
      "{ pwd: 'D:\\a\\lamp2\\lamp2' }",
      '$pwd = "C:\\Users\\ann\\p2"',
    ])
      assert.deepEqual(await secretsIn(text), [], text);
  });

  it('does not hide a password whose name or value is similar', async () => {
    for (const [before, password, after] of [
      ['Server=db;Uid=sa;Pwd=', '/q7Wd2Zk9', ';Encrypt=true'],
      ['Server=db;Uid=sa;Pwd=', '/q7Wd/2Zk9', ''],
      ['SERVER=db;UID=sa;PWD=', '/q7Wd/2Zk9', ';PORT=1'],
      ['PWD=', '/q7Wd/2Zk9', ';UID=sa;SERVER=db'],
      ["db.createUser({user:'ann', pwd: '", '/q7Wd/2Zk9tT', "'})"],
      ['pwd: "', '\\\\q7Wd\\\\2Zk9tT', '"'],
      ['pwd: ', '/q7Wd/2Zk9tT', ''],
      ['Server=db;Uid=sa;pwd="', 'C:\\q7Wd\\2Zk9', '";Encrypt=true'],
      ['db.pwd = "', 'C:\\q7Wd\\2Zk9', '"'],
      ['db:\n  pwd: ', '/tmp/q7Wd/2Zk9tT', ''],
      ['- value: ', '/q7Wd/2Zk9tT', '\n  name: DB_PWD'],
      ['DB_PWD=', '/q7Wd/2Zk9', ''],
      ['db.pwd = "', '/q7Wd/2Zk9', '"'],
      ['PWD=', '/q7#d/2$k9', ''],
      ['{"name":"DB_PWD","value":"', '/q7Wd/2Zk9', '"}'],
    ] as const)
      assert.deepEqual(await secretsIn(before + password + after), [password]);
  });
});
