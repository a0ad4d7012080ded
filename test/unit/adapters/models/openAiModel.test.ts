import assert from 'node:assert/strict';
import { OpenAiModel, type OpenAiModelOptions } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError, type ChatDelta, type ChatRequest } from '../../../../src/core/ports.ts';
import {
  answers,
  breaksAfter,
  chunk,
  DONE,
  event,
  hangsAfter,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';

const hello: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
};
const lookTool = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
const complete = [chunk({ content: 'Hi.' }), chunk({}, 'stop')];
const usage = event({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 } });
const ENVIRONMENT = {
  OPENAI_CUSTOM_HEADERS: 'Authorization: Bearer theirs\nx-gateway: theirs',
  OPENAI_API_KEY: 'theirs',
  OPENAI_ADMIN_KEY: 'theirs',
  OPENAI_ORG_ID: 'theirs',
  OPENAI_PROJECT_ID: 'theirs',
};
const key = 'sk-very-secret-1234567890';

let endpoint: FaultyEndpoint;

async function modelFacing(
  faults: readonly Fault[],
  options: Partial<OpenAiModelOptions> = {},
): Promise<OpenAiModel> {
  endpoint = await startFaultyEndpoint(...faults);
  return new OpenAiModel({
    endpoint: { baseUrl: endpoint.baseUrl, apiKey: key },
    profile: { id: 'test-model', supportsTools: true, encoding: 'o200k_base' },
    newCallId: () => 'made-id',
    ...options,
  });
}

async function collect(
  deltas: AsyncIterable<ChatDelta>,
): Promise<{ deltas: ChatDelta[]; error?: ChatError }> {
  const collected: ChatDelta[] = [];
  try {
    for await (const delta of deltas) collected.push(delta);
    return { deltas: collected };
  } catch (error) {
    assert.ok(error instanceof ChatError, `not a ChatError: ${String(error)}`);
    assert.doesNotMatch(error.message, /very-secret/);
    return { deltas: collected, error };
  }
}

async function ask(
  faults: readonly Fault[],
  request = hello,
): Promise<{ deltas: ChatDelta[]; error?: ChatError }> {
  return collect((await modelFacing(faults)).stream(request, neverCancelled));
}

describe('the client for an OpenAI-compatible endpoint', () => {
  afterEach(() => endpoint.close());

  it('sends the request with the key, and streams text, a finish reason and usage', async () => {
    const { deltas } = await ask([streams(...complete, usage, DONE)]);
    assert.deepEqual(deltas, [
      { type: 'text', text: 'Hi.' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 12, outputTokens: 3 } },
    ]);
    assert.deepEqual(endpoint.seen[0]?.body, {
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    assert.equal(endpoint.seen[0].headers.authorization, `Bearer ${key}`);
  });

  it('sends no authorization without a key', async () => {
    const model = await modelFacing([streams(...complete)]);
    const keyless = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile: model.profile });
    await collect(keyless.stream(hello, neverCancelled));
    assert.equal(endpoint.seen[0]?.headers.authorization, undefined);
  });

  for (const apiKey of [undefined, 'own-key']) {
    it(`does not send keys and headers from the environment if it has ${apiKey ? 'a' : 'no'} key of its own`, async () => {
      const { profile } = await modelFacing([streams(...complete)]);
      Object.assign(process.env, ENVIRONMENT);
      try {
        const at = { baseUrl: endpoint.baseUrl, ...(apiKey !== undefined && { apiKey }) };
        await collect(new OpenAiModel({ endpoint: at, profile }).stream(hello, neverCancelled));
      } finally {
        for (const name of Object.keys(ENVIRONMENT)) Reflect.deleteProperty(process.env, name);
      }
      const { headers } = endpoint.seen[0] ?? {};
      assert.doesNotMatch(JSON.stringify(headers), /theirs/);
      assert.equal(headers?.authorization, apiKey && `Bearer ${apiKey}`);
      assert.equal(headers?.['content-type'], 'application/json');
    });
  }

  it('accepts an answer with a finish reason, even without [DONE] and usage', async () => {
    const { deltas, error } = await ask([streams(...complete)]);
    assert.equal(error, undefined);
    assert.deepEqual(deltas.at(-1), { type: 'finish', reason: 'stop' });
  });

  it('keeps an answer if the connection breaks after the finish reason', async () => {
    const { deltas, error } = await ask([breaksAfter(...complete)]);
    assert.equal(error, undefined);
    assert.deepEqual(deltas.at(-1), { type: 'finish', reason: 'stop' });
  });

  for (const [what, fault] of [
    ['ends without a finish reason or [DONE]', streams(chunk({ content: 'Half' }))],
    ['is cut off', breaksAfter(chunk({ content: 'Half' }))],
    ['is cut off after an empty finish reason', breaksAfter(chunk({ content: 'Half' }, ''))],
    [
      'is cut off after text that followed a finish reason',
      breaksAfter(chunk({}, 'stop'), chunk({ content: 'Half' })),
    ],
    ['contains an event that is not JSON', streams(chunk({ content: 'Half' }), event('{"choices":[{"del'))],
    ['contains an event in another format', streams(chunk({ content: 'Half' }), event({ choices: 'none' }))],
    ['has the finish reason “error”', streams(chunk({ content: 'Half' }), chunk({}, 'error'))],
  ] as const) {
    it(`reports an interruption, and keeps the text that arrived, if the stream ${what}`, async () => {
      const { deltas, error } = await ask([fault]);
      assert.deepEqual(deltas, [{ type: 'text', text: 'Half' }]);
      assert.equal(error?.reason, 'interrupted');
      assert.equal(error.isRetryable, true);
    });
  }

  it('reports an interruption if the stream contains only [DONE]', async () => {
    assert.equal((await ask([streams(DONE)])).error?.reason, 'interrupted');
  });

  for (const body of ['<html><title>Log in</title></html>', { object: 'chat.completion', choices: [] }]) {
    it(`reports that the server is not a model’s API if the server sends ${typeof body === 'string' ? 'HTML' : 'other JSON'}`, async () => {
      const { error } = await ask([answers(200, body)]);
      assert.equal(error?.reason, 'notAModel');
      assert.match(error.message, /is not a chat model's API .*Check the address/);
    });
  }

  it('omits rejected stream_options from the retry and all later requests', async () => {
    const refusal = answers(400, { error: { message: 'Unrecognized request argument: stream_options' } });
    const model = await modelFacing([refusal, streams(...complete)]);
    assert.equal((await collect(model.stream(hello, neverCancelled))).error, undefined);
    await collect(model.stream(hello, neverCancelled));
    assert.deepEqual(
      endpoint.seen.map(({ body }) => 'stream_options' in body),
      [true, false, false],
    );
  });

  it('retries with other parameters if the usual parameters are rejected', async () => {
    const limit =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const report = "Unsupported parameter: 'stream_options' is not supported with this model.";
    const faults = [limit, report].map((message) => answers(400, { error: { message } }));
    const request = { ...hello, maxOutputTokens: 100 };
    assert.equal((await ask([...faults, streams(...complete)], request)).error, undefined);
    const body = endpoint.seen[2]?.body ?? {};
    assert.equal(body.max_completion_tokens, 100);
    assert.equal('max_tokens' in body || 'stream_options' in body, false);
  });

  it('describes earlier tool calls in words if tools are rejected', async () => {
    const refusal = answers(400, {
      error: { message: 'registry.ollama.ai/library/x does not support tools' },
    });
    const request: ChatRequest = {
      tools: [lookTool],
      messages: [
        ...hello.messages,
        { role: 'assistant', parts: [{ type: 'toolCall', callId: 'a', name: 'look', arguments: '{}' }] },
        { role: 'tool', callId: 'a', toolName: 'look', parts: [{ type: 'text', text: 'seen' }] },
      ],
    };
    assert.equal((await ask([refusal, streams(...complete)], request)).error, undefined);
    assert.ok('tools' in (endpoint.seen[0]?.body ?? {}));
    assert.equal('tools' in (endpoint.seen[1]?.body ?? {}), false);
    assert.match(
      JSON.stringify(endpoint.seen[1]?.body.messages),
      /\[called look \{\}\].*<client kind=.{0,2}result of look/,
    );
  });

  it('does not retry after an unrelated error', async () => {
    const { error } = await ask([answers(400, { error: { message: 'messages[0] is odd' } })]);
    assert.equal(error?.reason, 'badRequest');
    assert.equal(endpoint.seen.length, 1);
  });

  it('leaves the retry to the turn if the endpoint is busy', async () => {
    const busy = answers(429, { error: { message: 'slow down' } }, { 'retry-after-ms': '1' });
    const { error } = await ask([busy, streams(...complete)]);
    assert.deepEqual([error?.reason, error?.isRetryable, error?.retryAfterMs], ['rateLimited', true, 1]);
    assert.equal(endpoint.seen.length, 1);
  });

  for (const [header, value, pauseMs] of [
    ['retry-after', '61', 61_000],
    ['retry-after', 'Wed, 21 Oct 2015 07:28:30 GMT', 30_000],
    ['retry-after', 'Wed, 21 Oct 2015 07:27:00 GMT', 0],
    ['retry-after', 'soon', undefined],
    ['retry-after', '-1', undefined],
    ['retry-after', '', undefined],
  ] as const) {
    it(`reports the pause that a busy endpoint asks for, or none if the value is invalid: ${value}`, async () => {
      const headers = { [header]: value, date: 'Wed, 21 Oct 2015 07:28:00 GMT' };
      const { error } = await ask([answers(429, { error: { message: 'slow' } }, headers)]);
      assert.deepEqual(
        [error?.reason, error?.isRetryable, error?.retryAfterMs],
        ['rateLimited', true, pauseMs],
      );
    });
  }

  it('reports an error as not retryable if the endpoint says so', async () => {
    const headers = { 'x-should-retry': 'false' };
    const { error } = await ask([answers(500, { error: { message: 'broken for good' } }, headers)]);
    assert.deepEqual([error?.reason, error?.isRetryable], ['serverError', false]);
  });

  it('never shows an API key that an endpoint repeats in an error', async () => {
    const { error } = await ask([answers(401, { error: { message: `Incorrect API key provided: ${key}` } })]);
    assert.equal(error?.reason, 'unauthorized');
    assert.match(error.message, /\[key\]/);
  });

  it('reports the endpoint as unreachable if no server listens at the address', async () => {
    const model = await modelFacing([]);
    await endpoint.close();
    const { error } = await collect(model.stream(hello, neverCancelled));
    assert.equal(error?.reason, 'unreachable');
    assert.match(error.message, /ECONNREFUSED/);
  });

  it('drops an impossible usage but keeps the answer', async () => {
    const absurd = `data: {"choices":[],"usage":{"prompt_tokens":1e999,"completion_tokens":3}}\n\n`;
    const { deltas, error } = await ask([streams(...complete, absurd, DONE)]);
    assert.equal(error, undefined);
    assert.deepEqual(deltas, [
      { type: 'text', text: 'Hi.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });
});

describe('stopping a model', () => {
  afterEach(() => endpoint.close());

  it('cancels the request in the middle of an answer and closes the connection', async () => {
    const model = await modelFacing([hangsAfter(chunk({ content: 'a' }))]);
    const stop = new AbortController();
    const stream = model.stream(hello, stop.signal);
    assert.deepEqual((await stream.next()).value, { type: 'text', text: 'a' });
    stop.abort();
    assert.equal((await collect(stream)).error?.reason, 'cancelled');
    await endpoint.clientLeft;
  });

  it('cancels the request before the headers arrive', async () => {
    const stop = new AbortController();
    const model = await modelFacing([
      () => {
        stop.abort();
      },
    ]);
    const { error } = await collect(model.stream(hello, stop.signal));
    assert.deepEqual([error?.reason, error?.isRetryable], ['cancelled', false]);
  });

  it('sends no request if the signal was already aborted', async () => {
    const model = await modelFacing([streams(...complete)]);
    assert.equal((await collect(model.stream(hello, AbortSignal.abort()))).error?.reason, 'cancelled');
    assert.equal(endpoint.seen.length, 0);
  });

  it('closes the connection even if the caller only stops reading the answer', async () => {
    const model = await modelFacing([hangsAfter(chunk({ content: 'a' }))]);
    for await (const delta of model.stream(hello, neverCancelled)) {
      assert.equal(delta.type, 'text');
      break;
    }
    await endpoint.clientLeft;
  });
});
