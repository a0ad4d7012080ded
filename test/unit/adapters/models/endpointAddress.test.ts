import assert from 'node:assert/strict';
import { APIConnectionError } from 'openai';
import { headersOf, pageOf } from '../../../../src/adapters/models/endpoint.ts';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { EndpointModel } from '../../../../src/adapters/models/endpointModel.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { redirectError } from '../../../../src/adapters/models/redirects.ts';
import { toChatError } from '../../../../src/adapters/models/sdkError.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { isTooHigh } from '../../../../src/core/context/window.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { fine } from '../../../support/responseEvents.ts';
import { answers, chunk, DONE, startFaultyEndpoint, streams } from '../../../support/faultyEndpoint.ts';

const place = { endpoint: { baseUrl: 'https://api.example.com/v1' }, model: 'm' };

describe('the query of an endpoint’s address', () => {
  it('is sent after the path of each request', async () => {
    const endpoint = await startFaultyEndpoint(
      streams(chunk({ content: 'Hi.' }, 'stop'), DONE),
      answers(200, { data: [] }),
    );
    const at = { baseUrl: `${endpoint.baseUrl}?api-version=2025-01-01&t=a%20b` };
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const model = new OpenAiModel({ endpoint: at, profile });
    for await (const delta of model.stream({ messages: [], tools: [] }, neverCancelled)) assert.ok(delta);
    await listModels(at);
    const asked = endpoint.seen.map(({ path }) => new URL(path, 'http://x'));
    assert.deepEqual(
      asked.map(({ pathname, searchParams }) => [pathname, ...searchParams.values()]),
      [
        ['/v1/chat/completions', '2025-01-01', 'a b'],
        ['/v1/models', '2025-01-01', 'a b'],
      ],
    );
    await endpoint.close();
    assert.equal(pageOf({ baseUrl: 'http://h/v1?a=b' }, '/props', /\/v1$/), 'http://h/props?a=b');
  });

  it('is sent unchanged even if it has repeated names, missing values or unusual encodings', async () => {
    const query = '?a=1&a=2&flag&x=b+c%20d';
    for (const [api, answer] of [
      ['chat', streams(chunk({ content: 'Hi.' }, 'stop'), DONE)],
      ['responses', fine],
    ] as const) {
      const endpoint = await startFaultyEndpoint(answer);
      const at = { baseUrl: `${endpoint.baseUrl}${query}` };
      const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
      const asking = new EndpointModel({ endpoint: at, profile, api }).stream(
        { messages: [], tools: [] },
        neverCancelled,
      );
      for await (const delta of asking) assert.ok(delta);
      assert.equal(endpoint.seen[0]?.path.replace(/^[^?]*/u, ''), query);
      await endpoint.close();
    }
  });

  it('is not shown in an error message', async () => {
    const endpoint = await startFaultyEndpoint(answers(200, '<html>Hi</html>'));
    const at = { baseUrl: `${endpoint.baseUrl}?key=hidden` };
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const asking = new OpenAiModel({ endpoint: at, profile }).stream(
      { messages: [], tools: [] },
      neverCancelled,
    );
    await assert.rejects(asking.next(), (error: Error) => !error.message.includes('hidden'));
    await endpoint.close();
  });
});

describe('the header for an API key', () => {
  for (const [what, baseUrl, apiKey, header] of [
    ['is Azure’s own header at Azure', 'https://my.openai.azure.com/openai/v1', 'key', 'api-key'],
    [
      'is Azure’s own header at Azure’s other clouds',
      'https://my.openai.azure.us/openai/v1',
      'key',
      'api-key',
    ],
    [
      'is the header for bearer tokens at Azure if the key is a JWT',
      'https://my.openai.azure.com/openai/v1',
      'eyJ0',
      'authorization',
    ],
    [
      'is the header for bearer tokens at an endpoint that is not Azure’s',
      'https://azure.com.example.com/v1',
      'key',
      'authorization',
    ],
  ] as const)
    it(what, () => {
      assert.deepEqual([...headersOf({ baseUrl, apiKey }).keys()], [header]);
    });
});

describe('an API key', () => {
  const at = { baseUrl: 'https://models.test/v1' };
  for (const written of [
    'made-up ',
    'made\n-up',
    '\u200bmade-up\ufeff',
    'Bearer made-up',
    '"made-up"',
    "'Bearer made-up'",
  ])
    it(`is sent without other text that was copied with the key: ${JSON.stringify(written)}`, () => {
      assert.equal(headersOf({ ...at, apiKey: written }).get('authorization'), 'Bearer made-up');
    });

  it('is reported as the problem if it has a character that can’t be sent', async () => {
    const { error } = await askEndpoint(answers(200, ''), {
      endpoint: { baseUrl: 'http://127.0.0.1:4999/v1', apiKey: 'made…up' },
    });
    assert.equal(error?.isRetryable, false);
    assert.match(
      error.message,
      /\(the key or another header has a character that can’t be sent; set it again\)/,
    );
    assert.doesNotMatch(error.message, /made/);
  });
});

describe('the error after a failed request to an endpoint', () => {
  it('contains no JSON if the endpoint sent no message', async () => {
    for (const body of [
      ...[
        '',
        {},
        [],
        { error: {} },
        { error: null },
        { error: { message: '' } },
        { error: { message: null, code: null } },
      ],
      ...[{ detail: [] }, { errors: [{}] }, { message: '', data: { reason: '' } }],
    ]) {
      const { error } = await askEndpoint(answers(502, body));
      assert.match(error?.message ?? '', /^127\.0\.0\.1:\d+ failed\. Try again\.$/);
    }
  });

  it('contains no value of the person’s own headers', async () => {
    const value = ['harbour', 'pass', '77'].join('-');
    const endpoint = await startFaultyEndpoint(
      answers(403, { error: { message: `no entry with ${value}` } }),
    );
    const at = { baseUrl: endpoint.baseUrl, headers: { 'X-Door': value } };
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const asking = new OpenAiModel({ endpoint: at, profile }).stream(
      { messages: [], tools: [] },
      neverCancelled,
    );
    await assert.rejects(asking.next(), /no entry with \[key\]/u);
    assert.equal(endpoint.seen[0]?.headers['x-door'], value);
    await endpoint.close();
  });

  it('says at status 503 that the server is busy', async () => {
    const { error } = await askEndpoint(answers(503, { error: { message: 'Loading model' } }));
    assert.match(error?.message ?? '', /is busy or not ready \(Loading model\)\. Wait a moment/);
    assert.deepEqual([error?.reason, error?.isRetryable], ['serverError', true]);
  });

  for (const code of [
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HPE_INVALID_CONSTANT',
  ])
    it(`is not retryable with the code ${code}`, () => {
      const cause = Object.assign(new Error('no'), { code });
      const error = toChatError(new APIConnectionError({ cause }), place);
      assert.deepEqual([error.reason, error.isRetryable], ['unreachable', false]);
    });

  it('is retryable if the connection is refused', () => {
    const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    assert.equal(toChatError(new APIConnectionError({ cause }), place).isRetryable, true);
  });

  it('does not show the target of a redirect if the target is not a web address', () => {
    const { message } = redirectError(place.endpoint.baseUrl, 'javascript:alert(1)');
    assert.doesNotMatch(message, /null|alert/);
  });
});

describe('a reported number of input tokens', () => {
  it('counts as too high only if it is far above the number of sent tokens', () => {
    assert.deepEqual(
      [5_000, 11_999, 32_000, 32_001].map((read, at) => isTooHigh(read, at < 2 ? 4_000 : 10_000)),
      [false, false, false, true],
    );
  });
});
