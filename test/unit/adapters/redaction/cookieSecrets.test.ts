import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();

async function secretsIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** The values are joined from pieces, so that no text in this file looks like a real key. */
const values = ['kR7w2', 'Lx9Tm', 'Qp4Vb', 'Zx5Rf', 'Ym9iO'].map((head) => [head, 'q7Wd2Zk9Tb4'].join(''));
const [sent = '', stored = '', set = '', given = '', basic = ''] = values;

const recording = {
  request: {
    headers: [
      { name: 'Accept', value: 'text/html' },
      { name: 'Cookie', value: `theme=dark; sessionid=${sent}` },
      { name: 'Authorization', value: `Basic ${basic}` },
    ],
    cookies: [
      { name: 'theme', value: 'dark' },
      { name: 'sessionid', value: stored },
    ],
  },
  response: {
    headers: [{ name: 'set-cookie', value: `csrftoken=${set}; Path=/` }],
    cookies: [{ name: 'csrftoken', value: given, path: '/', httpOnly: true }],
  },
};

describe('A cookie in an object with a name and a value', () => {
  for (const indent of [0, 2, 4])
    it(`is masked in a HAR file with an indent of ${String(indent)}, also in a JSON string`, async () => {
      const text = JSON.stringify(recording, undefined, indent);
      for (const each of [text, JSON.stringify(text)])
        assert.deepEqual([...(await secretsIn(each))].sort(), [...values].sort());
    });

  for (const text of [
    `await context.addCookies([{ name: 'sid', value: '${sent}', url }]);`,
    `[{'domain': '.a.test', 'httpOnly': True, 'name': 'sid', 'path': '/', 'value': '${sent}'}]`,
    `[{"hostOnly":false,"name":"sid","path":"/","sameSite":"lax","storeId":"0","value":"${sent}"`,
    `requests.get(url, cookies={'lang': 'en', 'sessionid': '${sent}'})`,
    `session.cookies["sessionid"] = "${sent}"`,
    `res.cookie('sid', '${sent}', { httpOnly: true });`,
    `cookies.set("session", "${sent}; Path=/")`,
    `[{"name":"session","value":"${sent}\\/q","httpOnly":true}]`,
    `cookies={"session": "${sent}\\u003d"}`,
    `"cookies":[{"name":"session","value":"${sent}\\u003d"}]`,
  ])
    it(`is masked in “${text.slice(0, 44)}…”`, async () => {
      assert.deepEqual(await secretsIn(text), [sent]);
    });

  for (const text of [
    '{ name: "sessionid", value: sessionId, httpOnly: true }',
    '{"name":"theme","value":"dark","httpOnly":true}',
    `{"name":"request-id","value":"${sent}"}`,
    "cookies.set('session', token, { httpOnly: true });",
    'cookies: [{ name: "analytics", value: "enabled" }]',
    '"cookies": {"sessionText": "Authentifizierung, Sicherheit", "session": "Сессионные файлы"}',
    'cookies: [{ name: "session", value: "Сессионные файлы" }]',
    '"cookies": [{"name":"session","value":"Sitzungs\\u00fcbersicht"}]',
    'i18n.cookies.set("session", "Сессионные файлы")',
    "session({ name: 'sid', cookie: { httpOnly: true, sameSite: 'lax', maxAge: 86400000 } })",
  ])
    it(`is not found in “${text.slice(0, 44)}…”`, async () => {
      assert.deepEqual(await secretsIn(text), []);
    });
});

describe('A cookie in a command that a browser copied', () => {
  const headers = ['accept: */*', 'accept-language: en-US,en;q=0.9', `x-long: ${'a b '.repeat(200)}`];

  it('is masked in a curl command of several lines for Bash', async () => {
    const text = [
      "curl 'https://a.test/api' \\",
      ...headers.map((each) => `  -H '${each}' \\`),
      `  -b 'theme=dark; sessionid=${sent}' \\`,
      "  -H 'dnt: 1'",
    ].join('\n');
    assert.deepEqual(await secretsIn(text), [sent]);
    assert.deepEqual(await secretsIn(JSON.stringify({ command: text })), [sent]);
  });

  it('is masked in a curl command of several lines for Windows', async () => {
    const text = [
      'curl ^"https://a.test/api^" ^',
      ...headers.map((each) => `  -H ^"${each}^" ^`),
      `  -b ^"theme=dark; sessionid=${sent}; lang=en^" ^`,
      '  -H ^"dnt: 1^"',
    ].join('\r\n');
    assert.deepEqual(await secretsIn(text), [sent]);
  });

  it('is masked in a curl command within a call’s JSON', async () => {
    const command = `curl -b "sessionid=${sent}" https://a.test`;
    assert.deepEqual(await secretsIn(JSON.stringify({ command })), [sent]);
  });

  it('is not found after the option -b of another command', async () => {
    const command = `curl https://a.test\ngit switch -b session=${sent}`;
    for (const text of [command, JSON.stringify({ command })]) assert.deepEqual(await secretsIn(text), []);
  });
});
