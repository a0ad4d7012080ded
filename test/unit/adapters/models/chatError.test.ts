import assert from 'node:assert/strict';
import { chatError } from '../../../../src/adapters/models/chatError.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { answers } from '../../../support/faultyEndpoint.ts';

describe('an error message', () => {
  for (const detail of ['<html><body></body></html>', '<style>b {}</style>', '…'])
    it(`does not quote an error page that contains no words: ${detail}`, () => {
      const place = { endpoint: { baseUrl: 'http://localhost:1/v1' }, model: 'm' };
      assert.equal(chatError('serverError', place, { detail }).message, 'localhost:1 failed. Try again.');
    });

  it('contains none of these if they have at least four characters: the key, header values, and keys in the address', () => {
    const baseUrl = 'http://localhost:1/v1?api-version=2031-05&code=c0de%2F1';
    const endpoint = { baseUrl, apiKey: 'mine1', headers: { a: 'head', b: 'abc', c: 'Basic ba5e' } };
    const detail = 'mine1 head abc ba5e /v1?api-version=2031-05&code=c0de%2F1';
    assert.match(
      chatError('badRequest', { endpoint }, { detail }).message,
      /\(\[key\] \[key\] abc \[key\] \/v1\?api-version=2031-05&code=\[key\]\)/u,
    );
  });

  const quoted = (detail: string, query: string, headers: Record<string, string> = {}): string => {
    const endpoint = { baseUrl: `http://localhost:1/v1${query}`, headers };
    return /\((.*)\)\. Check/.exec(chatError('badRequest', { endpoint }, { detail }).message)?.[1] ?? '';
  };

  for (const [written, forms] of [
    ['Ab+Cd12==', ['Ab+Cd12==', 'Ab Cd12==', 'Ab%2BCd12%3D%3D', 'Ab%2bCd12%3d%3d', 'Ab+Cd12%3D%3D']],
    ['c0de%2f1', ['c0de%2f1', 'c0de%2F1', 'c0de/1']],
    ['c0de%2F1', ['c0de%2f1', 'c0de%2F1', 'c0de/1']],
    ['c0de%zz1', ['c0de%zz1']],
  ] as const)
    it(`contains no form of a key in the address: ${written}`, () => {
      for (const form of forms) assert.equal(quoted(`Not ${form}!`, `?code=${written}`), 'Not [key]!', form);
    });

  it('contains no key in the address, whatever the name of the parameter', () => {
    for (const name of [
      ...['key', 'api_key', 'apiKey', 'APIKEY', 'api-key', 'subscription-key', 'subscriptionKey', 'code'],
      ...['sig', 'accessToken', 'access_token', 'clientSecret', 'auth', 'password', 'accessCode', 'jwt'],
    ])
      assert.equal(quoted('Not tool1.', `?${name}=tool1`), 'Not [key]', name);
    for (const name of ['api-version', 'keyboard', 'encode', 'design', 'authority'])
      assert.equal(quoted('Not tool1.', `?${name}=tool1`), 'Not tool1', name);
  });

  for (const value of ['s3cr', 'secretvalue'])
    it(`contains no secret that follows an unknown authentication scheme in a header’s value: ${value}`, () => {
      assert.equal(quoted(`Not ${value}.`, '', { 'X-Gateway': `Digest ${value}` }), 'Not [key]');
    });

  for (const value of ['true', 'FALSE', 'none', 'null', '12345'])
    it(`contains ${value}, even if a parameter of the address or a header has this value`, () => {
      assert.equal(quoted(`Not ${value}.`, `?use_auth=${value}`, { 'X-Stream': value }), `Not ${value}`);
    });

  it('contains no key that is a number of at least six digits, or of five digits in a header for authentication', () => {
    assert.equal(quoted('Not 123456.', '?auth=123456'), 'Not [key]');
    assert.equal(quoted('Not 12345.', '', { 'X-Auth': '12345' }), 'Not [key]');
  });

  it('contains no part of a key even if another secret is the beginning of this key', () => {
    assert.equal(quoted('Not abcdefgh.', '?code=abcdefgh', { a: 'abcd' }), 'Not [key]');
  });

  for (const [name, value, shown] of [
    ['X-Title', 'My tool', 'The tool is odd'],
    ['X-Title', 'My-new tool', 'The tool is odd'],
    ['X-Upstream', 'Bearer tool', 'The [key] is odd'],
    ['X-Upstream', 'ApiKey  tool', 'The [key] is odd'],
    ['Authorization', 'Basic tool', 'The [key] is odd'],
    ['Authorization', 'DeepL-Auth-Key tool', 'The [key] is odd'],
    ['X-Gateway', 'Digest tool', 'The tool is odd'],
    ['X-Stream', 'tool', 'The [key] is odd'],
  ] as const)
    it(`contains a word of a header’s value only if the word can’t be a secret: ${name}: ${value}`, () => {
      assert.equal(quoted('The tool is odd.', '', { [name]: value }), shown);
    });
});

describe('an account without credit', () => {
  for (const [what, status, error] of [
    ['OpenAI', 429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }],
    [
      'OpenAI, with the code in the field type',
      429,
      { message: 'You exceeded your current quota', type: 'insufficient_quota' },
    ],
    ['DeepSeek', 402, { message: 'Insufficient Balance' }],
    ['OpenRouter', 402, { message: 'This request requires more credits, or fewer max_tokens.' }],
    ['Anthropic', 400, { message: 'Your credit balance is too low to access the Anthropic API.' }],
    ['Moonshot', 429, { message: 'Please check your plan.', type: 'exceeded_current_quota_error' }],
    ['Z.ai', 429, { message: 'Insufficient balance or no resource package.', code: '1113' }],
    ['DashScope', 400, { message: 'Access denied.', code: 'Arrearage' }],
  ] as const) {
    it(`is reported as missing credit and not as a wrong key: ${what}`, async () => {
      const { error: told } = await askEndpoint(answers(status, { error }));
      assert.deepEqual([told?.reason, told?.isRetryable], ['noCredit', false]);
      assert.match(told?.message ?? '', /has no credit left .*Top up the account, or choose another model/);
      assert.doesNotMatch(told?.message ?? '', /key/);
    });
  }

  it('is not reported if only a quota per minute is used up', async () => {
    const message = 'You exceeded your current quota, please check your plan. Please retry in 12s.';
    const { error } = await askEndpoint(answers(429, { error: { message, status: 'RESOURCE_EXHAUSTED' } }));
    assert.deepEqual([error?.reason, error?.isRetryable], ['rateLimited', true]);
  });
});

describe('a denial of access (403)', () => {
  it('is reported with the endpoint’s message, and with advice that depends on whether a key is set', async () => {
    const message = 'Country, region, or territory not supported';
    const fault = answers(403, { error: { message } });
    const { error } = await askEndpoint(fault);
    assert.equal(error?.reason, 'unauthorized');
    assert.match(
      error.message,
      /^127\.0\.0\.1:\d+ denies access \(Country, region, or territory not supported\)\. Set an API key, or choose another model\.$/,
    );
    const endpoint = { baseUrl: 'https://api.example/v1', apiKey: 'made-up' };
    assert.equal(
      chatError('unauthorized', { endpoint }, { status: 403 }).message,
      'api.example denies access. Check what the key may use, or choose another model.',
    );
  });
});

describe('a rejected key', () => {
  for (const [who, status, body] of [
    ['Google', 400, [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }]],
    ['Google, for an old key', 400, [{ error: { message: 'API key expired. Please renew the API key.' } }]],
    [
      'Google, for a deleted key',
      400,
      [{ error: { message: 'API Key not found. Please pass a valid API key.' } }],
    ],
    ['Google, without a key', 400, [{ error: { message: 'Missing or invalid Authorization header.' } }]],
    [
      'xAI',
      400,
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xx***12.' },
    ],
    ['MiniMax', 200, { base_resp: { status_code: 2049, status_msg: 'invalid api key' } }],
    ['a gateway that names the key', 400, { error: { message: 'Invalid API key.', param: 'api_key' } }],
  ] as const)
    it(`is reported even if its status is not 401: ${who}`, async () => {
      const { error } = await askEndpoint(answers(status, body));
      assert.deepEqual([error?.reason, error?.isRetryable], ['unauthorized', false]);
      assert.match(error?.message ?? '', / asks for an API key \(.*\)\. Set an API key\.$/);
    });

  for (const [message, param] of [
    ['API key is missing. Pass it in the Authorization header or as the query parameter `key`.'],
    ['Missing parameter api_key'],
    ['Invalid API key. See https://docs.example.com/api/messages'],
    ['Read https://docs.example.com/api/messages: invalid API key'],
    ['API key is required for image generation models'],
    ...['token', 'auth', 'None', 'Authorization header', 'headers.x-goog-api-key'].map(
      (name) => ['Invalid API key', name] as const,
    ),
  ] as const)
    it(`is recognised if neither the error’s parameter nor the beginning of its message names another part of the request: ${message} (${param ?? 'no parameter'})`, async () => {
      const { error } = await askEndpoint(answers(400, { error: { message, param } }));
      assert.equal(error?.reason, 'unauthorized');
    });

  it('is not assumed if the endpoint rejects another part of the request', async () => {
    for (const message of [
      'The key “content” is missing.',
      'Invalid value for api_version: key not valid.',
      "Invalid schema for function 'login': 'required' has no such field. Missing 'api_key'.",
      'tools[0].function.parameters: required property api_key is missing',
      'Unknown parameter: api_key is invalid',
      'Failed to download image: missing authorization header',
      'The api_key parameter is not required',
      'An API key is not required here, but the temperature is odd.',
      'messages[2].content: the API key is invalid',
    ]) {
      const { error } = await askEndpoint(answers(400, { error: { message } }));
      assert.equal(error?.reason, 'badRequest', message);
    }
    const named = { message: 'The API key is missing.', param: 'metadata.login' };
    assert.equal((await askEndpoint(answers(400, { error: named }))).error?.reason, 'badRequest');
  });
});

describe('a rate-limit error', () => {
  for (const [seconds, wait] of [
    ['60', 'a moment'],
    ['61', '2 minutes'],
    ['5400', '90 minutes'],
    ['5401', '2 hours'],
    ['86400', '24 hours'],
  ] as const)
    it(`says to wait ${wait} if the endpoint asks for ${seconds} s`, async () => {
      const limit = { error: { message: 'Slow down' } };
      const { error } = await askEndpoint(answers(429, limit, { 'retry-after': seconds }));
      assert.match(error?.message ?? '', new RegExp(`\\(Slow down\\)\\. Wait ${wait} and try again\\.$`));
    });
});
