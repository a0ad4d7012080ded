import assert from 'node:assert/strict';
import { hintedMessages, hintedTools } from '../../../../src/adapters/models/cacheHints.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { AssistantPart, Message } from '../../../../src/core/log/message.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import {
  answers,
  chunk,
  DONE,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
const fine = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE);
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const assistant = (...parts: readonly AssistantPart[]): Message => ({ role: 'assistant', parts });
const called = (callId: string): AssistantPart => ({
  type: 'toolCall',
  callId,
  name: 'look',
  arguments: '{}',
});
const result = (callId: string, text: string): Message => ({
  ...{ role: 'tool', callId, toolName: 'look' },
  parts: [{ type: 'text', text }],
});
const picture = { type: 'image', mediaType: 'image/png', data: 'AA', name: 'shot.png' } as const;

let endpoint: FaultyEndpoint;

async function modelOf(id: string, ...faults: readonly Fault[]): Promise<OpenAiModel> {
  endpoint = await startFaultyEndpoint(...faults);
  return new OpenAiModel({
    endpoint: { baseUrl: endpoint.baseUrl },
    profile: { id, supportsTools: true, encoding: 'o200k_base' },
  });
}

async function ask(model: OpenAiModel, request: Partial<ChatRequest>): Promise<void> {
  for await (const delta of model.stream(
    { messages: [user('Go on.')], tools: [], ...request },
    neverCancelled,
  ))
    assert.ok(delta.type);
}

const bodies = (): readonly Record<string, unknown>[] => endpoint.seen.map(({ body }) => body);

describe('a request without tools', () => {
  afterEach(() => endpoint.close());

  // For Claude, LiteLLM rejects a request that contains tool calls but not the field `tools`
  // (github.com/BerriAI/litellm/issues/24712).
  it('describes earlier calls and results in words', async () => {
    const earlier = [user('Look.'), assistant(called('c1')), result('c1', 'two files'), user('Sum up.')];
    await ask(await modelOf('m', fine), { messages: earlier });
    const sent = JSON.stringify(bodies()[0]?.['messages']);
    assert.doesNotMatch(sent, /tool_calls|"tool"/u);
    assert.match(sent, /\[called look \{\}\].*result of look.*two files/u);
  });
});

describe('the tool choice in a request', () => {
  afterEach(() => endpoint.close());

  for (const [what, request, choice] of [
    [
      'is `required` if the caller asks for a required call',
      { tools: [look], toolChoice: 'required' },
      'required',
    ],
    ['is omitted if the caller does not set it', { tools: [look] }, undefined],
    [
      'is omitted if the caller leaves the choice to the model',
      { tools: [look], toolChoice: 'auto' },
      undefined,
    ],
    ['is omitted if there are no tools', { toolChoice: 'required' }, undefined],
  ] as const)
    it(what, async () => {
      await ask(await modelOf('m', fine), request);
      assert.equal(bodies()[0]?.['tool_choice'], choice);
    });

  it('is omitted from all later requests if the endpoint rejects a required call', async () => {
    const refuses = answers(400, {
      error: { message: "tool_choice 'required' is incompatible with thinking" },
    });
    const model = await modelOf('m', refuses, fine);
    await ask(model, { tools: [look], toolChoice: 'required' });
    await ask(model, { tools: [look], toolChoice: 'required' });
    assert.deepEqual(
      bodies().map((body) => body['tool_choice']),
      ['required', undefined, undefined],
    );
  });
});

describe('an image in a request', () => {
  afterEach(() => endpoint.close());

  it('is replaced by words in all later requests if the model rejects images', async () => {
    const model = await modelOf(
      'm',
      answers(404, { error: { message: 'No endpoints found that support image input' } }),
      fine,
    );
    const messages: Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'See.' }, picture] },
      assistant(called('c1')),
      { role: 'tool', callId: 'c1', toolName: 'look', parts: [picture] },
    ];
    await ask(model, { messages, tools: [look] });
    await ask(model, { messages: messages.slice(0, 1) });
    const [first = '', second = '', third = ''] = bodies().map((body) => JSON.stringify(body['messages']));
    assert.match(first, /image_url/u);
    assert.doesNotMatch(second, /image_url/u);
    const words = '[image shot.png] (this model is not given images)';
    assert.ok(second.includes(`See.\\n\\n${words}"`));
    assert.ok(second.includes(`"content":"${words}"`));
    assert.doesNotMatch(third, /image_url/u);
  });
});

describe('cache hints', () => {
  afterEach(() => endpoint.close());

  const hint = { cache_control: { type: 'ephemeral' } };
  const messages: Message[] = [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    user('Look.'),
    assistant({ type: 'text', text: 'I do.' }, called('c1')),
    result('c1', 'seen'),
    assistant(called('c2')),
    result('c2', 'more'),
  ];

  it('in a request to Claude mark the last tool, the system text, the last message and the message before the newest answer', async () => {
    await ask(await modelOf('anthropic/Claude-Sonnet-5', fine), {
      messages,
      tools: [look, { ...look, name: 'see' }],
    });
    const { messages: sent, tools } = bodies()[0] as { messages: { content: unknown }[]; tools: object[] };
    const text = (words: string, ...hints: readonly object[]): object[] => [
      Object.assign({ type: 'text', text: words }, ...hints) as object,
    ];
    assert.deepEqual(
      sent.map(({ content }) => content),
      [text('Be brief.', hint), 'Look.', 'I do.', text('seen', hint), null, text('more', hint)],
    );
    assert.deepEqual(
      tools.map((tool) => 'cache_control' in tool),
      [false, true],
    );
    assert.equal(JSON.stringify(bodies()[0]).match(/cache_control/gu)?.length, 4);
  });

  it('are not sent to a GPT model', async () => {
    await ask(await modelOf('gpt-5', fine), { messages, tools: [look] });
    assert.doesNotMatch(JSON.stringify(bodies()), /cache_control/u);
  });

  it('are dropped if the endpoint rejects cache hints', async () => {
    const refuses = answers(400, { error: { message: 'cache_control: Extra inputs are not permitted' } });
    await ask(await modelOf('claude-opus-5', refuses, fine), { messages });
    assert.deepEqual(
      bodies().map((body) => /cache_control/u.test(JSON.stringify(body))),
      [true, false],
    );
  });

  it('are on the last text of a message even if images follow this text', () => {
    const image = { type: 'image_url' as const, image_url: { url: 'data:' } };
    const texts = ['a', 'b'].map((words) => ({ type: 'text' as const, text: words }));
    assert.deepEqual(hintedMessages([{ role: 'user', content: [...texts, image] }]), [
      { role: 'user', content: [texts[0], { ...texts[1], ...hint }, image] },
    ]);
  });

  it('are not added to messages without text or to an empty list of tools', () => {
    const empty = [
      { role: 'user', content: '' },
      { role: 'assistant', content: null },
    ] as const;
    assert.deepEqual(hintedMessages([...empty]), empty);
    assert.deepEqual(hintedTools([]), []);
  });
});
