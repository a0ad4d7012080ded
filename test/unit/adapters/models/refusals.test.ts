import assert from 'node:assert/strict';
import { APIConnectionError, APIError } from 'openai';
import { chatError, reasonOf } from '../../../../src/adapters/models/chatError.ts';
import { isThrottling, type Refusal } from '../../../../src/adapters/models/contextOverflow.ts';
import { readRefusal } from '../../../../src/adapters/models/refusal.ts';
import { refusalOf, toChatError } from '../../../../src/adapters/models/sdkError.ts';
import type { ChatErrorReason } from '../../../../src/core/ports.ts';

const place = { endpoint: { baseUrl: 'https://api.example.com/v1' }, model: 'tiny' };

const refused = (status: number | undefined, more: Partial<Refusal> = {}): ChatErrorReason =>
  reasonOf({ status, text: '', ...more });

describe('the reason of an error', () => {
  for (const [status, reason] of [
    [400, 'badRequest'],
    [401, 'unauthorized'],
    [402, 'noCredit'],
    [403, 'unauthorized'],
    [404, 'notFound'],
    [405, 'notFound'],
    [406, 'badRequest'],
    [407, 'badRequest'],
    [408, 'serverError'],
    [409, 'serverError'],
    [410, 'badRequest'],
    [412, 'badRequest'],
    [413, 'contextOverflow'],
    [414, 'badRequest'],
    [422, 'badRequest'],
    [428, 'badRequest'],
    [429, 'rateLimited'],
    [430, 'badRequest'],
    [499, 'badRequest'],
    [500, 'serverError'],
    [502, 'serverError'],
    [503, 'serverError'],
    [504, 'serverError'],
    [529, 'serverError'],
    [530, 'serverError'],
    [undefined, 'interrupted'],
  ] as const) {
    it(`is recognised by the status: ${String(status)} means ${reason}`, () => {
      assert.equal(refused(status), reason);
    });
  }

  for (const [code, reason] of [
    ['insufficient_quota', 'noCredit'],
    ['insufficient_balance', 'noCredit'],
    ['insufficient_credits', 'noCredit'],
    ['exceeded_current_quota_error', 'noCredit'],
    ['billing_hard_limit_reached', 'noCredit'],
    ['billing_not_active', 'noCredit'],
    ['Arrearage', 'noCredit'],
    ['context_length_exceeded', 'contextOverflow'],
    ['exceed_context_size_error', 'contextOverflow'],
    ['model_max_prompt_tokens_exceeded', 'contextOverflow'],
    ['max_prompt_tokens_exceeded', 'contextOverflow'],
    ['model_context_window_exceeded', 'contextOverflow'],
    ['tokens_limit_reached', 'contextOverflow'],
    ['request_too_large', 'contextOverflow'],
    ['string_above_max_length', 'badRequest'],
    ['prompt_too_long', 'contextOverflow'],
    ['1261', 'contextOverflow'],
  ] as const) {
    it(`is recognised by the code or type: ${code} means ${reason}`, () => {
      assert.deepEqual([refused(400, { code }), refused(400, { type: code })], [reason, reason]);
    });
  }

  for (const [code, param, reason] of [
    ['string_above_max_length', 'messages[2].content', 'contextOverflow'],
    ['string_above_max_length', 'messages.[1].content.[0].text', 'contextOverflow'],
    ['string_above_max_length', 'messages[3].tool_calls[0].id', 'badRequest'],
    ['string_above_max_length', 'prompt_cache_key', 'badRequest'],
    ['array_above_max_length', 'messages', 'contextOverflow'],
    ['array_above_max_length', 'tools', 'badRequest'],
  ] as const)
    it(`is ${reason} if the endpoint says that ${param} is too long`, () => {
      const text = `Invalid '${param}': too long. Expected a maximum length of 40.`;
      assert.deepEqual([refused(400, { code, param }), refused(400, { code, text })], [reason, reason]);
    });

  it('is also recognised by a numeric code', () => {
    assert.deepEqual(
      [refused(400, { code: 5021 }), refused(400, { code: 5022 })],
      ['contextOverflow', 'badRequest'],
    );
  });

  it('is `refused` if the code names a content filter', () => {
    for (const status of [400, 401, 403, undefined])
      assert.equal(refused(status, { code: 'content_filter' }), 'refused');
    assert.equal(refused(400, { code: 'content_policy_violation' }), 'refused');
  });

  it('is an overflow if the message says so, but not at the statuses 401 to 405', () => {
    const text = 'maximum context length';
    assert.deepEqual(
      [400, 401, 402, 403, 404, 405, 406].map((status) => refused(status, { text })),
      [
        'contextOverflow',
        'unauthorized',
        'noCredit',
        'unauthorized',
        'notFound',
        'notFound',
        'contextOverflow',
      ],
    );
  });

  it('is an overflow if the request alone exceeds a rate limit', () => {
    const rate = (limit: number, requested: number): string => `TPM: Limit ${limit}, Requested ${requested}.`;
    assert.deepEqual(
      [rate(30_000, 32_000), rate(30_000, 30_000), rate(9, 10), 'Limit , Requested 5'].map((text) =>
        refused(429, { text }),
      ),
      ['contextOverflow', 'rateLimited', 'contextOverflow', 'rateLimited'],
    );
  });

  it('decides whether the error is retryable, unless the caller does', () => {
    const retryable = (reason: ChatErrorReason): boolean => chatError(reason, place).isRetryable;
    const worthIt = ['interrupted', 'rateLimited', 'serverError', 'unreachable'] as const;
    const others = ['timeout', 'badRequest', 'tooLarge', 'noCredit'] as const;
    assert.deepEqual([...worthIt, ...others].filter(retryable), worthIt);
    assert.equal(chatError('serverError', place, { isRetryable: false }).isRetryable, false);
  });

  it('is `rateLimited` if the code or type says so', () => {
    assert.equal(refused(undefined, { code: 'rate_limit_exceeded', text: 'Slow.' }), 'rateLimited');
    assert.equal(refused(400, { type: 'rate_limit_error', text: 'Slow.' }), 'rateLimited');
  });
});

describe('an error about throttling', () => {
  for (const text of [
    'Rate limit',
    'ratelimit',
    'The message rate has exceeded its limit',
    'too many requests',
    'Too many tokens per minute',
    'throttled',
    'quota',
    'overloaded',
    'tokens per day',
  ])
    it(`is recognised by the words: ${text}`, () => {
      assert.equal(isThrottling({ text }), true);
    });
});

describe('the message of an error', () => {
  const said = (words: string, endpoint = place.endpoint): string =>
    /\((.*)\)\. Check/s.exec(
      chatError('badRequest', { ...place, endpoint }, { detail: words }).message,
    )?.[1] ?? '';

  for (const [what, words, shown] of [
    ['an HTML page', '<html><style>p { }</style><><p>odd</p> \n words', 'odd words'],
    ['an HTML page with an unclosed style element', 'odd <style>p { }', 'odd'],
    ['a bearer token', 'Bearer abc.def, "x"', 'Bearer [key], "x"'],
    ['a word that begins with “Bearer”', 'BearerOfNews', 'BearerOfNews'],
    ['a key in which stars replace some characters', 'sk-ab***cd.e, no', '[key], no'],
    ['a key of Google', 'key AIzaSyAb-cd_ef, no', 'key [key], no'],
    ['keys with at least six characters after the prefix', 'gsk_abcdef pk-abcde', '[key] pk-abcde'],
    ['300 characters are not cut', 'x'.repeat(300), 'x'.repeat(300)],
    ['301 characters are cut', 'x'.repeat(301), `${'x'.repeat(300)}…`],
    ['text after the first 4,000 characters is ignored', `${' '.repeat(4_000)}x`, ''],
  ] as const) {
    it(`quotes the endpoint’s words in readable form and without keys: ${what}`, () => {
      assert.equal(said(words), shown);
    });
  }

  it('has no parentheses if the endpoint sent no message', () => {
    assert.equal(chatError('serverError', place).message, 'api.example.com failed. Try again.');
  });
});

describe('an error of the client library', () => {
  function apiError(headers: Record<string, string>, status = 429): ReturnType<typeof toChatError> {
    return toChatError(new APIError(status, { message: 'No.' }, 'x', new Headers(headers)), place);
  }

  for (const [what, headers, ms] of [
    ['milliseconds take precedence', { 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    ['seconds', { 'retry-after': '1.5' }, 1_500],
    ['zero', { 'retry-after': '0' }, 0],
    ['none for a negative number', { 'retry-after': '-1' }, undefined],
    ['none for a date without a day of the month', { 'retry-after': '2031-05' }, undefined],
    [
      'time from the header `date` to the date in `retry-after`',
      { 'retry-after': 'Tue, 06 May 2031 07:08:19 GMT', date: 'Tue, 06 May 2031 07:08:09 GMT' },
      10_000,
    ],
    [
      'zero if the date in `retry-after` is before the header `date`',
      { 'retry-after': 'Tue, 06 May 2031 07:08:09 GMT', date: 'Tue, 06 May 2031 07:08:19 GMT' },
      0,
    ],
    ['none if the header `date` is missing', { 'retry-after': 'Tue, 06 May 2031 07:08:19 GMT' }, undefined],
    ['none without headers', {}, undefined],
  ] as const) {
    it(`contains the waiting time from the response headers: ${what}`, () => {
      assert.equal(apiError(headers).retryAfterMs, ms);
    });
  }

  for (const [text, ms] of [
    ['Rate limit reached. Please try again in 7m12.5s. Visit us.', 432_500],
    ['You exceeded your quota. Please retry in 38.1s.', 38_100],
    ['Too many requests. Try again in 120ms.', 120],
    ['Please retry after 20 seconds.', 20_000],
    ['Try again in 1 hour 2 minutes.', 3_720_000],
    ['Slow down, and try again later.', undefined],
  ] as const)
    it(`contains the waiting time from the message, if any: ${text}`, () => {
      const error = new APIError(429, { message: text }, 'x', new Headers());
      assert.equal(toChatError(error, place).retryAfterMs, ms);
    });

  it('is not retryable if a header of the endpoint says so', () => {
    assert.equal(apiError({ 'x-should-retry': 'false' }, 500).isRetryable, false);
    assert.equal(apiError({ 'x-should-retry': 'true' }, 500).isRetryable, true);
  });

  it('is reported as `timeout`, `unreachable` or `interrupted`, depending on the original error', () => {
    const caused = (code: string) =>
      toChatError(new APIConnectionError({ cause: Object.assign(new Error(code), { code }) }), place).reason;
    assert.deepEqual(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ECONNREFUSED'].map(caused), [
      'timeout',
      'timeout',
      'unreachable',
    ]);
    assert.equal(toChatError(new SyntaxError('Unexpected end'), place).reason, 'interrupted');
  });

  it('is described by its own message if there is no response body', () => {
    assert.equal(refusalOf(new APIError(undefined, undefined, 'gone', undefined)).text, 'gone');
  });
});

describe('the body of an error', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { message: 'deep' } : { error: nested(depth - 1) };
  for (const [what, body, text] of [
    ['with its message and the provider’s message', { message: 'a', metadata: { raw: 'b' } }, 'a: b'],
    ['with a message inside JSON', { message: 'a', metadata: { raw: '{"error":{"message":"b"}}' } }, 'a: b'],
    ['with `msg` if it has no `message`', { msg: 'a' }, 'a'],
    ['with `message` rather than `msg`', { msg: 'b', message: 'a' }, 'a'],
    ['with `error` rather than `errors`', { error: { message: 'a' }, errors: [{ message: 'b' }] }, 'a'],
    ['with the first of several messages', { errors: [{ message: 'a' }, { message: 'b' }] }, 'a'],
    ['with `detail` if it has nothing else', { detail: 'a' }, 'a'],
    ['with its message and its nested error', { message: 'a', error: 'b' }, 'a: b'],
    ['with `message.detail` if `message` is an object', { message: { detail: [{ msg: 'a' }] } }, 'a'],
    ['as JSON if it has no message', { a: 1 }, '{"a":1}'],
    ['as empty if it is null', null, ''],
    ['as empty if it is an empty object', {}, ''],
    ['as a number if it is a number', 7, '7'],
    ['with its message at the maximum nesting depth of four levels', nested(4), 'deep'],
    ['as JSON if its message is nested deeper than four levels', nested(5), '{"message":"deep"}'],
  ] as const) {
    it(`is quoted ${what}`, () => {
      assert.equal(readRefusal(body).text, text);
    });
  }

  for (const [what, body, param] of [
    ['in the field `param`', { error: { message: 'a', param: 'stream' } }, 'stream'],
    ['as a path', { detail: [{ loc: ['body', 'tools', 0, 'function'], msg: 'a' }] }, 'tools.0.function'],
    [
      'as a path within a message, which Mistral sends',
      { object: 'error', message: { detail: [{ loc: ['body', 'stream_options'], msg: 'a' }] } },
      'stream_options',
    ],
    [
      'in the provider’s error, which is a string',
      { error: { message: 'a', metadata: { raw: '{"error":{"message":"b","param":"stream"}}' } } },
      'stream',
    ],
    ['no parameter if the field is null', { error: { message: 'a', param: null } }, undefined],
  ] as const)
    it(`names the rejected parameter, if any: ${what}`, () => {
      assert.equal(readRefusal(body).param ?? undefined, param);
    });

  it('has the code and type of the outer object, or else of the inner object', () => {
    const body = (outer: object) => readRefusal({ ...outer, error: { message: 'a', code: 1, type: 'in' } });
    assert.deepEqual([body({}).code, body({}).type], [1, 'in']);
    assert.deepEqual([body({ code: 'c', type: 't' }).code, body({ code: 'c', type: 't' }).type], ['c', 't']);
  });
});
