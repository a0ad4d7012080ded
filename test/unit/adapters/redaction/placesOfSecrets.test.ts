import assert from 'node:assert/strict';
import { findCommandSecrets } from '../../../../src/adapters/redaction/commandSecrets.ts';
import { findCookies } from '../../../../src/adapters/redaction/cookieSecrets.ts';
import { findIssuedKeys } from '../../../../src/adapters/redaction/issuedKeys.ts';
import { findByPreset } from '../../../../src/adapters/redaction/presetSecrets.ts';
import { findPrivateKeys } from '../../../../src/adapters/redaction/privateKeys.ts';
import { findAssignments } from '../../../../src/adapters/redaction/secretAssignments.ts';
import { findSaidSecrets } from '../../../../src/adapters/redaction/saidSecrets.ts';

type Find = (
  text: string,
) => readonly { readonly start: number; readonly end: number; readonly kind: string }[];

const foundBy =
  (find: Find) =>
  (text: string): readonly string[] =>
    find(text).map(({ start, end }) => text.slice(start, end));

/** The values are joined from pieces, so that no text in this file looks like a real key. */
const mixed = (length: number): string => 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6'.repeat(20).slice(0, length);
const hex = (length: number): string => '3f9a1c70be5d'.repeat(20).slice(0, length);
const word = ['kept', '7', 'Blue'].join('');

describe('a password in a command', () => {
  const found = foundBy(findCommandSecrets);
  for (const [before, names] of [
    [' -X GET -u me:', 'curl wget http https xh'],
    [' -h db -p', 'mysql mysqldump mysqladmin mysqlimport mysqlsh mariadb mariadb-dump'],
    [' x a -p', '7z 7za 7zz rar unrar'],
    [' -P ', 'zip unzip'],
    [' -p ', 'sshpass'],
    [' login -u me -p ', 'docker podman helm az oc buildah nerdctl skopeo crane'],
    [' -u me -p ', 'mongo mongosh mongodump mongorestore'],
    [' -h cache -a ', 'redis-cli'],
    [' -x -w ', 'ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami'],
    [' //host/share -U me%', 'smbclient rpcclient'],
    [' -S host -P ', 'sqlcmd bcp ipmitool'],
    [' /v:host /p:', 'xfreerdp wfreerdp cmdkey'],
    [' enc -pass pass:', 'openssl'],
    [' -list -storepass ', 'keytool'],
    [' -v3 -A ', 'snmpwalk snmpget'],
    [' add_user me ', 'rabbitmqctl'],
    [' -b file me ', 'htpasswd'],
    [' auth login ', 'vault gh npm heroku'],
    [' -String ', 'ConvertTo-SecureString'],
    [
      '("me", ',
      'NetworkCredential PasswordAuthentication HTTPBasicAuth BasicAuth basic_auth setBasicAuth login createUser',
    ],
    [' = ("me", ', 'auth'],
  ] as const) {
    for (const name of names.split(' '))
      it(`is found after “${name}${before}”, but not after “my${name}”`, () => {
        const quote = before.endsWith('", ') ? '"' : '';
        assert.deepEqual(found(`${name}${before}${quote}${word}${quote}`), [word]);
        assert.deepEqual(found(`my${name}${before}${quote}${word}${quote}`), []);
      });
  }

  for (const [text, secrets] of [
    [`echo ${word} | sudo -S ls`, [word]],
    [`printf ${word}|docker login`, [word]],
    [`echo me:${word} | sudo chpasswd`, [word]],
    [`echo ${word} | wc`, []],
    [`curl -u me:-x`, []],
    [`curl -u me:$PASS`, []],
    [`openssl pkcs12 -passin pass:${word} -passout pass:${word}2`, [word, `${word}2`]],
    [`ConvertTo-SecureString ${word} -Force\nConnect-Mail ${word}2`, [word]],
    [`redis-cli -a ${word} ping && ls -a ${word}2`, [word]],
    [`mongo -p ${word} & mkdir -p ${word}2`, [word]],
    [`mongo -p ${word} --host "$(ls -p ${word}2)"`, [word]],
    [`mongo --host $(cat host) -p ${word}`, [word]],
    [`mongo --host $(mongo -p ${word} -q host)`, [word]],
    [`mongo --host $(cat $(which host)) -p ${word}`, [word]],
    [`mongo 2>&1 &> out.log -p ${word}`, [word]],
    [`curl 'https://example.com?a=1&b=2' -u me:${word}`, [word]],
    [`curl -u me:$PASS --proxy-user me:${word}`, [word]],
    [`curl https://example.com -u me:${word}`, [word]],
    [`mysql ${'x'.repeat(299)} -p${word}`, [word]],
    [`mysql ${'x'.repeat(300)} -p${word}`, []],
    [`mysql \\\n -p${word}`, [word]],
    [`mysql a | b -p${word}`, []],
    [`sshpass -p 'a1b'`, ['a1b']],
    [`sshpass -p ab`, []],
  ] as const) {
    it(`is ${secrets.length === 0 ? 'not found' : 'found with its exact boundaries'} in “${text.slice(0, 30)}”`, () => {
      assert.deepEqual(found(text), secrets);
    });
  }
});

describe('the value of a session cookie', () => {
  const found = foundBy(findCookies);
  for (const [text, secrets] of [
    [`Cookie: sid=${mixed(8)}; lang=en; theme=dark`, [mixed(8)]],
    [`Cookie: sid=${mixed(7)}`, []],
    [`Cookie: other=${mixed(16)}`, [mixed(16)]],
    [`Cookie: other=${mixed(15)}`, []],
    [`curl -b "a=1; csrf=${mixed(9)}"`, [mixed(9)]],
    [`cookies = { other = ${mixed(9)}`, []],
    [`Cookie: a=b; remember=${mixed(20)};`, [mixed(20)]],
    [`.x.example\tTRUE\t/\tFALSE\t0\tsession\t${mixed(12)}`, [mixed(12)]],
    [`#HttpOnly_x.example\tTRUE\t/\tFALSE\t0\ttoken\t${mixed(12)}`, [mixed(12)]],
    [`Cookie: login=remember-me-always`, []],
  ] as const) {
    it(`is ${secrets.length === 0 ? 'not found' : 'found'} in “${text.slice(0, 40)}”`, () => {
      assert.deepEqual(found(text), secrets);
    });
  }
});

describe('a key in a known format', () => {
  for (const [kind, key] of [
    ['api key', `sk-${mixed(20)}`],
    ['api key', `xai-${mixed(20)}`],
    ['google token', `GOCSPX-${mixed(20)}`],
    ['github token', `ghp_${mixed(36)}`],
    ['gitlab token', `glpat-${mixed(20)}`],
    ['slack token', `xapp-${mixed(20)}`],
    ['discord token', `M${mixed(23)}.${mixed(6)}.${mixed(27)}`],
    ['telegram token', `12345678:AA${mixed(32)}`],
    ['package registry token', `npm_${mixed(36)}`],
    ['cloud token', `dop_v1_${hex(64)}`],
    ['vault token', `hvs.${mixed(20)}`],
    ['token', `hf_${mixed(30)}`],
    ['token', `ntn_${mixed(24)}`],
    ['token', `PMAK-${hex(24)}-${hex(34)}`],
    ['private key', `AGE-SECRET-KEY-1${mixed(50).toUpperCase()}`],
    ['private key', `xprv${'9sT4kQ7z'.repeat(13)}`],
    ['aws key id', `AKIA${mixed(16).toUpperCase()}`],
    ['google key', `AIza${mixed(35)}`],
    ['jwt', `eyJ${mixed(8)}.eyJ${mixed(8)}.${mixed(8)}`],
    ['encrypted token', `eyJ${mixed(8)}..${mixed(8)}.${mixed(8)}.${mixed(16)}`],
  ] as const) {
    it(`is recognised as “${kind}”, but not directly after a letter: ${key.slice(0, 8)}…`, () => {
      const [span, ...others] = findIssuedKeys(`(${key})`);
      assert.deepEqual([span?.start, span?.end, span?.kind], [1, key.length + 1, kind]);
      assert.deepEqual(others, []);
      assert.deepEqual(findIssuedKeys(`x${key}`), []);
    });
  }
});

describe('a key known to secretlint', () => {
  for (const [kind, before, key] of [
    ['aws key', 'it is AWS_SECRET_ACCESS_KEY="', mixed(40)],
    ['aws key', 'it is aws_secret_access_key = ', mixed(40)],
    ['slack key', 'it is ', `https://hooks.slack.com/services/T00000000/B00000000/${mixed(24)}`],
    ['linear key', 'it is ', `lin_api_${mixed(40)}`],
    ['shopify key', 'it is ', `shpat_${hex(32)}`],
  ] as const) {
    it(`is found at the right position in each of several texts: “${before}${key.slice(0, 10)}…”`, async () => {
      const found = await findByPreset([`${before}${key}`, '', `a ${before}${key}`]);
      const span = (start: number) => ({ start, end: start + key.length, kind, rule: 'secretlint' });
      assert.deepEqual(found, [[span(before.length)], [], [span(before.length + 2)]]);
    });
  }
});

describe('a private key', () => {
  const dashes = '-'.repeat(5);
  const begin = `${dashes}BEGIN PRIVATE KEY${dashes}`;
  const end = `${dashes}END PRIVATE KEY${dashes}`;
  const lines = [begin, mixed(64), mixed(64), end];
  const framed = (mark: string): string => lines.map((line) => mark + line).join('\n');
  const joined = lines
    .map((line) => `"${line}\\n"`)
    .join(' +\n  ')
    .replace(/\\n"$/, '"');
  const encoded = Buffer.from(`${lines.join('\n')}.`).toString('base64');
  const wrapped = (width: number, lineBreak = '\n'): string =>
    (encoded.match(new RegExp(`.{1,${String(width)}}`, 'g')) ?? []).join(lineBreak);
  const found = foundBy(findPrivateKeys);
  for (const [what, text, secrets] of [
    ['up to its END line', `a ${begin}\n${mixed(20)}\n${end} b`, [`${begin}\n${mixed(20)}\n${end}`]],
    [
      'up to its last line if its END line is missing',
      `a ${begin}\n${mixed(64)}\n${mixed(20)}\nfor you`,
      [`${begin}\n${mixed(64)}\n${mixed(20)}`],
    ],
    ...['> ', '# ', '3 | ', '│ 3 │ ', '"'].map(
      (mark) =>
        [`if each line begins with “${mark}”`, framed(mark), [framed(mark).slice(mark.length)]] as const,
    ),
    ['in strings that are joined in code', `k = ${joined};`, [joined.slice(1, -1)]],
    [
      'only if most of the text between BEGIN and END is key material',
      `${begin} (is above a line such as ${mixed(20)}, and) ${end} below.`,
      [],
    ],
    ['in Base64', `tls.key: ${encoded}\nnext: 1`, [encoded]],
    ['in Base64 with a line break after 76 characters', `${wrapped(76)}\nnext`, [wrapped(76)]],
    ['in Base64 with a line break after 64 characters', `${wrapped(64)}\nnext`, [wrapped(64)]],
    ['in Base64 with escaped line breaks in a JSON string', `"${wrapped(76, '\\n')}"`, [wrapped(76, '\\n')]],
    [
      'only if the Base64 text is not a certificate',
      Buffer.from(`${dashes}BEGIN CERTIFICATE${dashes}\n${mixed(200)}`).toString('base64'),
      [],
    ],
    [
      'in a JSON Web Key, without the public part of the key',
      `{"kty":"EC","x":"${mixed(43)}","d":"${mixed(42)}"}, {"d":"${mixed(40)}"}`,
      [mixed(42)],
    ],
    ['if its body consists of “+” and “/”', `${begin}\n${'+/'.repeat(10)}`, [`${begin}\n${'+/'.repeat(10)}`]],
    ['only if it has a line with at least 20 characters of key material', `${begin}\n${mixed(19)}`, []],
  ] as const) {
    it(`is found ${what}`, () => {
      assert.deepEqual(found(text), secrets);
    });
  }
});

describe('A secret in a sentence', () => {
  const found = foundBy(findSaidSecrets);
  for (const [text, secrets] of [
    ['my password is Kaleidos', ['Kaleidos']],
    ['the password is Kaleidos', []],
    ['my password is Kalei', []],
    ['my password is Kaleidos now', []],
    ['my password is Kaleidos.\nThen', ['Kaleidos']],
    ['my password is stored', []],
    ['the pin is 4471', ['4471']],
    ['User Token: \nann1@laptop2024 app %', []],
    ['Password:\nkept7!Blue', []],
    ['the pin is a1b2', []],
    ['pin to `s145`', []],
    ['pin the action to 08c6903c', []],
    ['the token is base64', []],
    ['the token is sha-256', []],
    ['the password is “blue”', ['blue']],
    ['the password is `blue`', []],
    ['the token is “blue”', []],
    ['the password is “so blue”', []],
    ['das Passwort lautet Blau7!kraut', ['Blau7!kraut']],
    ['the password is src/a7.ts', []],
    ['the password is accessToken2', []],
  ] as const) {
    it(`is ${secrets.length === 0 ? 'not found' : 'found'} in “${text}”`, () => {
      assert.deepEqual(found(text), secrets);
    });
  }
});

describe('an assigned value', () => {
  const found = foundBy(findAssignments);
  for (const [text, secrets] of [
    ['DB_PASSWORD=blue', ['blue']],
    ['DB_PASSWORD=blu', []],
    ['API_TOKEN=bluest', ['bluest']],
    ['API_TOKEN=blues', []],
    ['run --password blue7', ['blue7']],
    ['run --password -x', []],
    ['run --password', []],
    [`run --token ${mixed(8)} --next`, [mixed(8)]],
    ['run --token bluest9 --next', []],
    ['the password bluest9 works', []],
    ['ENV DB_PASSWORD bluest9', ['bluest9']],
    ['#define DB_PASSWORD "bluest9"', ['bluest9']],
    ['#define PASSWORD_LENGTH 12', []],
    ['vercel secrets set DB_PASSWORD bluest9', ['bluest9']],
    ['setenv("DB_PASSWORD", "bluest9")', ['bluest9']],
    ['print("DB_PASSWORD", "bluest9")', []],
    ['password: bluest9  # ours', ['bluest9']],
    ['password: bluest9, user: me', ['bluest9']],
    ['x password: bluest', []],
    ['x password: blue77', ['blue77']],
    ['x password: blue7', []],
    ['x password: bluest90210', ['bluest90210']],
    [`x token: ${mixed(12)}`, [mixed(12)]],
    [`x token: ${mixed(11)}`, []],
    ['password = load(name)', []],
    ['password = bluest[0]', []],
    ['a?password=bluest&b', ['bluest']],
    ['password=bluest&name=x', ['bluest']],
    ['passphrase: "so blue a day"', ['so blue a day']],
    ['password: "so blue a day"', []],
    ['password: user.password', []],
    ['token: accessToken', []],
    ['secret: ${SECRET}', []],
  ] as const) {
    it(`is ${secrets.length === 0 ? 'not found' : 'found with its exact boundaries'} in “${text}”`, () => {
      assert.deepEqual(found(text), secrets);
    });
  }
});
