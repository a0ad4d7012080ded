import assert from 'node:assert/strict';
import type { Fallback } from '../../../../src/adapters/models/fallbackWords.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError, type ChatDelta, type ChatRequest } from '../../../../src/core/ports.ts';
import {
  answers,
  chunk,
  DONE,
  event,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
const fine = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE);
const picture = { type: 'image', mediaType: 'image/png', data: 'AA', name: 'shot.png' } as const;
const whole = answers(200, {
  choices: [{ message: { content: 'Hi.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 1 },
});

const refuses = (message: string, more: object = {}): Fault => answers(400, { error: { message, ...more } });

let endpoint: FaultyEndpoint;
let told: Fallback[];

async function modelFacing(...faults: readonly Fault[]): Promise<OpenAiModel> {
  endpoint = await startFaultyEndpoint(...faults);
  told = [];
  return new OpenAiModel({
    endpoint: { baseUrl: endpoint.baseUrl, apiKey: 'key-of-mine' },
    profile: { id: 'tiny', supportsTools: true, encoding: 'o200k_base' },
    onFallback: (fallback) => told.push(fallback),
  });
}

async function ask(model: OpenAiModel, more: Partial<ChatRequest> = {}): Promise<readonly ChatDelta[]> {
  const request: ChatRequest = {
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Go on.' }, picture] }],
    tools: [look],
    ...more,
  };
  const deltas: ChatDelta[] = [];
  for await (const delta of model.stream(request, neverCancelled)) deltas.push(delta);
  return deltas;
}

const sent = (name: string): readonly unknown[] => endpoint.seen.map(({ body }) => body[name]);

describe('a rejected feature of a request', () => {
  afterEach(() => endpoint.close());

  const EFFORT =
    "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";

  for (const [what, fault, sentence] of [
    [
      'tools',
      refuses('tiny does not support tools'),
      /^From now on, tiny answers without tools, since 127\.0\.0\.1:\d+ accepts no tools for this model \(“tiny does not support tools”\)\. After you have fixed this, press “Try Again” or choose the model again\.$/,
    ],
    [
      'images',
      refuses('tiny does not support images'),
      /gets only a mention of each image, .*choose the model again\.$/,
    ],
    [
      'thinking with tools',
      refuses(EFFORT, { param: 'reasoning_effort', code: null }),
      /does not think before it answers, .*accepts tools only without thinking.*choose the model again\.$/,
    ],
    [
      'streaming',
      refuses('Verify your organization.', { param: 'stream', code: 'unsupported_value' }),
      /comes as a whole, .*does not stream answers.*choose the model again\.$/,
    ],
  ] as const)
    it(`is reported once to the person, with the way to try again: ${what}`, async () => {
      const model = await modelFacing(fault, what === 'streaming' ? whole : fine);
      await ask(model);
      await ask(model);
      assert.equal(told.length, 1);
      assert.match(told[0]?.loss ?? '', sentence);
      assert.equal(endpoint.seen.length, 3);
    });

  for (const [what, fault] of [
    ['as JSON', answers(200, { error: { message: 'tiny does not support tools' } })],
    ['in a stream', streams(event({ error: { message: 'tiny does not support tools', code: 400 } }))],
  ] as const)
    it(`is dropped even if the error has status 200: ${what}`, async () => {
      const model = await modelFacing(fault, fine);
      await ask(model);
      assert.deepEqual(
        sent('tools').map((tools) => tools !== undefined),
        [true, false],
      );
      assert.match(told[0]?.loss ?? '', /answers without tools/);
    });

  it('is not dropped if the error comes after the answer began', async () => {
    const broken = streams(
      chunk({ content: 'Hi' }),
      event({ error: { message: 'tiny does not support tools' } }),
    );
    const model = await modelFacing(broken, fine);
    await assert.rejects(ask(model), ChatError);
    assert.equal(endpoint.seen.length, 1);
  });

  it('is only logged if the person loses nothing', async () => {
    await ask(await modelFacing(refuses('stream_options: odd, says key-of-mine'), fine));
    assert.equal(told[0]?.loss, undefined);
    assert.match(told[0]?.reason ?? '', /usageInStream is false .*“stream_options: odd, says \[key\]”/);
  });

  it('is dropped only from requests with tools if the feature is “thinking”, and these requests keep their tools', async () => {
    const model = await modelFacing(refuses(EFFORT, { param: 'reasoning_effort' }), fine);
    await ask(model);
    await ask(model, { tools: [] });
    assert.deepEqual(sent('reasoning_effort'), [undefined, 'none', undefined]);
    assert.equal((sent('tools')[1] as object[]).length, 1);
  });

  it('is replaced by a request for a whole answer if the feature is streaming', async () => {
    const model = await modelFacing(refuses('Verify.', { param: 'stream' }), whole);
    assert.deepEqual(await ask(model), [
      { type: 'text', text: 'Hi.' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 7, outputTokens: 1 } },
    ]);
    assert.deepEqual(sent('stream'), [true, false]);
    assert.equal(sent('stream_options')[1], undefined);
  });

  it('stays in the next request if dropping the feature does not help', async () => {
    const model = await modelFacing(refuses('tiny does not support tools'), answers(400, 'odd'), fine);
    await assert.rejects(ask(model), ChatError);
    await ask(model);
    assert.deepEqual(
      sent('tools').map((tools) => tools !== undefined),
      [true, false, true],
    );
    assert.deepEqual(told, []);
  });

  it('causes an error if a request without the feature is also rejected', async () => {
    const both = (response: Parameters<Fault>[0], request: Parameters<Fault>[1]): void => {
      const hasReasoning = JSON.stringify(request.body).includes('reasoning_content');
      const message = hasReasoning ? 'unsupported reasoning_content' : 'missing reasoning_content';
      refuses(message)(response, request);
    };
    const model = await modelFacing(both);
    const answer = { role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] } as const;
    const messages: ChatRequest['messages'] = [
      answer,
      { role: 'user', parts: [{ type: 'text', text: 'On.' }] },
    ];
    await assert.rejects(ask(model, { messages }), ChatError);
    assert.ok(endpoint.seen.length < 12);
  });
});
