import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findByPreset } from '../../../../src/adapters/redaction/presetSecrets.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { maskMessage } from '../../../../src/core/log/mask.ts';
import { textOf, type Message } from '../../../../src/core/log/message.ts';

/** The samples are joined from pieces, so that no text in this file looks like a real key. */
const mixed = (length: number): string => 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6'.repeat(20).slice(0, length);
const upper = (length: number): string => mixed(length).toUpperCase();
const key = (prefix: string, length: number): string => `${prefix}${mixed(length)}`;

const jwt = [`eyJ${mixed(20)}`, `eyJ${mixed(40)}`, mixed(43)].join('.');
const pemLines = Array.from({ length: 6 }, () => mixed(64));
const dashes = '-'.repeat(5);
const pem = (newline: string, end = true): string =>
  [
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
    ...pemLines,
    ...(end ? [`${dashes}END RSA PRIVATE KEY${dashes}`] : []),
  ].join(newline);
const phrase = ['hunter', '2', 'Blue!'].join('');

/** A secret with its kind and the text around it. */
interface Sample {
  readonly kind: string;
  readonly before?: string;
  readonly secret: string;
  readonly after?: string;
}

const samples: readonly Sample[] = [
  { kind: 'aws key id', secret: `AKIA${upper(16)}`, before: 'id ' },
  { kind: 'jwt', secret: jwt, before: 'cookie: session=' },
  { kind: 'api key', secret: key(`sk-proj-`, 60), before: 'use ', after: ' now' },
  { kind: 'api key', secret: key(`sk-ant-api03-`, 60) },
  { kind: 'api key', secret: key(`sk_live_`, 24) },
  { kind: 'api key', secret: key(`llx-`, 52), before: 'case llx\n', after: '\nend' },
  { kind: 'google key', secret: key(`AIza`, 35), before: 'https://maps.example.org/?key=' },
  { kind: 'google token', secret: key(`ya29.`, 60) },
  {
    kind: 'github token',
    secret: key(`ghp_`, 36),
    before: 'git clone https://',
    after: '@github.com/a/b',
  },
  { kind: 'github token', secret: `github_pat_${mixed(22)}_${mixed(59)}` },
  { kind: 'gitlab token', secret: key(`glpat-`, 20) },
  { kind: 'slack token', secret: `xoxb-123456789012-${mixed(24)}` },
  { kind: 'token', secret: key(`hf_`, 34) },
  { kind: 'token', secret: key(`npm_`, 36) },
  { kind: 'bearer token', before: 'Authorization: Bearer ', secret: mixed(40) },
  { kind: 'bearer token', before: '"authorization": "Basic ', secret: `${mixed(30)}==`, after: '"' },
  { kind: 'password', before: 'postgres://app:', secret: phrase, after: '@db.internal:5432/main' },
  { kind: 'password', before: 'DB_PASSWORD=', secret: phrase },
  { kind: 'password', before: 'DB_PASSWORD=', secret: ['correct', 'horse'].join('') },
  { kind: 'password', before: "  password: '", secret: phrase, after: "'," },
  { kind: 'password', before: 'const password: string = "', secret: phrase, after: '";' },
  { kind: 'password', before: 'password: ', secret: phrase, after: '\nuser: me' },
  { kind: 'password', before: '{\\"password\\": \\"', secret: phrase, after: '\\"}' },
  { kind: 'password', before: 'mysql --password ', secret: phrase },
  { kind: 'token', before: 'api_key: "', secret: mixed(32), after: '"' },
  { kind: 'token', before: '"apiKey":"', secret: mixed(20), after: '"' },
  { kind: 'token', before: 'token=', secret: mixed(24), after: '&next=1' },
  { kind: 'token', before: 'export CLIENT_SECRET=', secret: mixed(20) },
  { kind: 'token', before: 'aws_secret_access_key = ', secret: mixed(40) },
  { kind: 'token', before: 'config["auth_key"] = "', secret: mixed(20), after: '"' },
  { kind: 'password', before: '{"value":"', secret: phrase, after: '","name":"DB_PASSWORD"}' },
  { kind: 'password', before: '- value: ', secret: phrase, after: '\n  name: DB_PASSWORD' },
  {
    kind: 'password',
    before: '"Name": "/app/db/password",\n    "Type": "SecureString",\n    "Value": "',
    secret: phrase,
    after: '"',
  },
  { kind: 'private key', before: 'key:\n', secret: pem('\n'), after: '\nend' },
  { kind: 'private key', before: '{"key":"', secret: pem('\\n'), after: '"}' },
  { kind: 'private key', before: 'cut off:\n', secret: pem('\n', false), after: '\n' },
];

const harmless: readonly string[] = [
  'password: string',
  'password?: string;',
  'const { password } = req.body;',
  'process.env.PASSWORD',
  'const apiKey = process.env.API_KEY ?? config.apiKey;',
  'token = await getToken(user)',
  'token = os.environ["TOKEN"]',
  'token: OAuth2Token',
  'this.password = password;',
  'PASSWORD=$DB_PASSWORD',
  'PASSWORD=${DB_PASSWORD}',
  'TOKEN=$(cat token.txt)',
  'API_KEY=<your-key>',
  'API_KEY=your_api_key_here',
  'api_key: "xxxxxxxxxxxxxxxx"',
  'password: "changeme"',
  'password = "********"',
  'api_key = "sk-..."',
  'password: {{ vault_password }}',
  '<input type="password" name="password" placeholder="Password">',
  '{"max_tokens": 4096, "eos_token": "<|endoftext|>"}',
  'tokens: 123456789012',
  'label: t("auth.password.label"), password: "auth.password.label"',
  'The secret is that every token counts, and a password helps.',
  'secret: "my-secret-name"',
  `commit ${'0123456789abcdef'.repeat(3).slice(0, 40)}`,
  `sha256:${'0123456789abcdef'.repeat(4)}`,
  `"integrity": "sha512-${mixed(86)}=="`,
  'id: 550e8400-e29b-41d4-a716-446655440000',
  'git@github.com:owner/repo.git',
  'https://example.org:8080/path@2x.png',
  'postgres://user:password@localhost/db',
  `${dashes}BEGIN PRIVATE KEY${dashes}`,
  `grep -r "${dashes}BEGIN RSA PRIVATE KEY${dashes}" . # finds keys that were left in the repository`,
  'import "sk-fading-circle-animation-of-a-spinner.css"',
  'Bearer authentication is required for this endpoint',
  '{ value: event.target.value, name: "password" }',
  '  94\t      type="password"\n  95\t      value={form.password}\n',
  'The checks pass: `docs/berths.md` and the tests',
  'secret: projects/581747/secrets/tide-key/versions/latest',
  'Token data client_id: 550e8400-e29b-41d4-a716-446655440000',
];

const redactor = new SecretRedactor();

describe('the redactor', () => {
  for (const { kind, before = '', secret, after = '' } of samples) {
    const shape = `${before}${secret.slice(0, 4)}…${after}`.replaceAll('\n', '⏎');
    it(`finds the ${kind} in “${shape}”`, async () => {
      const text = before + secret + after;
      const [spans = []] = await redactor.find([text]);
      assert.deepEqual(
        spans.map(({ start, end }) => text.slice(start, end)),
        [secret],
      );
      assert.ok(spans[0]?.kind === kind || / key$/.test(spans[0]?.kind ?? ''), spans[0]?.kind);
    });
  }

  for (const text of harmless) {
    it(`ignores ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await redactor.find([text]), [[]]);
    });
  }

  it('returns a result for each text, including empty texts', async () => {
    assert.deepEqual(await redactor.find([]), []);
    const text = `PASSWORD=${phrase}`;
    const found = await redactor.find(['', text, '', `${text} ${text}`]);
    assert.deepEqual(
      found.map((spans) => spans.length),
      [0, 1, 0, 2],
    );
  });

  it('finds no secret that begins in one text and ends in another', async () => {
    const half = `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n`;
    assert.deepEqual(await redactor.find([half, 'words between', `${dashes}END RSA PRIVATE KEY${dashes}`]), [
      [],
      [],
      [],
    ]);
  });

  it('finds the position of a secret if secretlint reports the position of the secret’s name', async () => {
    const text = `AWS_SECRET_ACCESS_KEY=${mixed(40)} and more words`;
    const [[span] = []] = await findByPreset([text]);
    assert.equal(text.slice(span?.start, span?.end), mixed(40));
  });

  it('is not disabled by a secretlint comment in the text', async () => {
    const secret = key(`shpat_`, 0) + '0a1b2c3d'.repeat(4);
    const [spans] = await redactor.find([`// secretlint-disable\n${secret}\n`]);
    assert.equal(spans?.length, 1);
  });

  it('masks every secret of a message completely', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...samples),
      fc.string().map((text): Sample => ({ kind: '', secret: '', before: text })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const text = pieces
          .map(({ before = '', secret, after = '' }) => before + secret + after)
          .join('\n\n');
        const message: Message = { role: 'user', parts: [{ type: 'text', text }] };
        const [spans = []] = await redactor.find([text]);
        const secrets = spans.map((span) => ({ ...span, part: 0 }));
        const masked = textOf(maskMessage({ message, secrets }, []));
        for (const { secret } of pieces) assert.ok(secret === '' || !masked.includes(secret));
        for (const { start, end } of spans) assert.ok(!masked.includes(text.slice(start, end)));
      }),
      { numRuns: 60 },
    );
  });

  it('finds the value after several names (`a=b=value`) and at the end of a long query string', async () => {
    const value = ['q7Rt2', 'Zx9Lm4'].join('');
    const text = `api_key=session_token=password=${value} and ?${'token=1&'.repeat(30)}password=${value}`;
    const [spans = []] = await redactor.find([text]);
    assert.equal(spans.filter(({ start, end }) => text.slice(start, end).endsWith(value)).length, 2);
  });

  const hostile: Readonly<Record<string, string>> = {
    'a repeated letter': 'a'.repeat(10_000),
    'repeated BEGIN lines of private keys': `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n`.repeat(50),
    'repeated beginnings of addresses': 'https://'.repeat(1_000),
    'repeated names of secrets': 'password='.repeat(1_000),
    'repeated names without values': 'api_key:token='.repeat(1_000),
    'repeated options without values': 'curl -'.repeat(1_000),
    'repeated beginnings of web tokens': `eyJ`.repeat(3_000),
    'repeated dashes': '-'.repeat(10_000),
    'repeated dashes after spaces': ' -'.repeat(5_000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    it(`finds at most one secret in ${name}`, async () => {
      const [spans = []] = await redactor.find([text]);
      assert.ok(spans.length <= 1);
    });
  }
});
