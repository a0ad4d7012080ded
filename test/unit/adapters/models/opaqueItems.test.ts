import assert from 'node:assert/strict';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import type { AssistantMessage, AssistantPart, Message } from '../../../../src/core/log/message.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
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
const called = (callId: string): AssistantPart => ({
  type: 'toolCall',
  ...{ callId, name: 'look', arguments: '{}' },
});
const assistant = (...parts: readonly AssistantPart[]): Message => ({ role: 'assistant', parts });
const result = (callId: string): Message => ({
  ...{ role: 'tool', callId, toolName: 'look' },
  parts: [{ type: 'text', text: 'seen' }],
});
const call = (id: string, more: object = {}): object => ({
  tool_calls: [{ index: 0, id, ...more, function: { name: 'look', arguments: '{}' } }],
});

let endpoint: FaultyEndpoint;

async function serve(...faults: readonly Fault[]): Promise<void> {
  endpoint = await startFaultyEndpoint(...faults);
}

function modelOf(id: string): OpenAiModel {
  return new OpenAiModel({
    endpoint: { baseUrl: endpoint.baseUrl },
    profile: { id, supportsTools: true, encoding: 'o200k_base' },
  });
}

/** Asks the model, and returns the answer in the form in which the log stores it. */
function ask(model: OpenAiModel, ...messages: readonly Message[]): Promise<AssistantMessage> {
  return loggedAnswer(model, { messages, tools: [look] });
}

type Sent = Readonly<Record<string, unknown>>;

/** Returns the answers in the newest request. */
function sentAnswers(): readonly Sent[] {
  const messages = endpoint.seen.at(-1)?.body['messages'] as Sent[];
  return messages.filter(({ role }) => role === 'assistant');
}

const sent = (field: string): readonly unknown[] => sentAnswers().map((message) => message[field]);

describe('OpenRouter’s reasoning_details', () => {
  afterEach(() => endpoint.close());

  const text = (words: string, more: object = {}): object => ({
    reasoning_details: [{ type: 'reasoning.text', text: words, format: 'x', index: 0, ...more }],
  });
  const encrypted = { type: 'reasoning.encrypted', data: 'U0lH', id: 't1', format: 'x', index: 1 };
  const thinks = streams(
    chunk({ reasoning: 'I pl', ...text('I pl') }),
    chunk({ reasoning: 'an.', ...text('an.') }),
    chunk(text('', { signature: 'c2ln' })),
    chunk({ ...call('t1'), reasoning_details: [encrypted] }),
    chunk({}, 'tool_calls'),
    DONE,
  );
  const whole = { type: 'reasoning.text', text: 'I plan.', format: 'x', index: 0, signature: 'c2ln' };

  it('are sent back with the call, instead of plain thoughts', async () => {
    await serve(thinks, fine);
    const model = modelOf('google/gemini-3.1-pro');
    const first = await ask(model, user('Go.'));
    await ask(model, user('Go.'), first, result('t1'));
    assert.deepEqual(sent('reasoning_details'), [[whole, encrypted]]);
    assert.deepEqual([...sent('reasoning'), ...sent('reasoning_content')], [undefined, undefined]);
  });

  it('are sent back in all later turns, even after a reload', async () => {
    await serve(thinks, fine);
    const first = await ask(modelOf('google/gemini-3.1-pro'), user('Go.'));
    const later = [user('Go.'), first, result('t1'), assistant({ type: 'text', text: 'Done.' }), user('On.')];
    await ask(modelOf('google/gemini-3.1-pro'), ...later);
    assert.deepEqual(sent('reasoning_details'), [[whole, encrypted], undefined]);
  });

  it('are not sent to another model or endpoint', async () => {
    await serve(thinks, fine);
    const first = await ask(modelOf('google/gemini-3.1-pro'), user('Go.'));
    await ask(modelOf('anthropic/claude-opus-5'), user('Go.'), first, result('t1'));
    assert.deepEqual(sent('reasoning_details'), [undefined]);
    await endpoint.close();
    await serve(fine);
    await ask(modelOf('google/gemini-3.1-pro'), user('Go.'), first, result('t1'));
    assert.deepEqual(sent('reasoning_details'), [undefined]);
  });

  it('contain a placeholder for each call of another model if the router requires reasoning_details', async () => {
    const refuses = answers(400, {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: 'Gemini models require OpenRouter reasoning details to be preserved in each request.',
        },
      },
    });
    await serve(refuses, fine);
    const answer = assistant(called('c1'), called('c2'));
    await ask(modelOf('google/gemini-3.1-pro'), user('Go.'), answer, result('c1'), result('c2'));
    const [details] = sent('reasoning_details') as [readonly Sent[]];
    assert.deepEqual(
      details.map(({ type, id, data }) => [type, id, data]),
      ['c1', 'c2'].map((id) => ['reasoning.encrypted', id, 'skip_thought_signature_validator']),
    );
  });
});

describe('LiteLLM’s thinking_blocks', () => {
  afterEach(() => endpoint.close());

  const block = (thinking: string, signature?: string): object => ({
    thinking_blocks: [{ type: 'thinking', thinking, signature }],
  });
  const plain = (words: string): object => ({ reasoning_content: words });
  for (const [what, pieces] of [
    ['only the last piece has a signature', [block('I pl'), block('an.'), block('', 'c2ln')]],
    [
      'all pieces but the last have an empty signature',
      [
        { ...plain('I pl'), ...block('I pl', '') },
        { ...plain('an.'), ...block('an.', '') },
        { ...plain(''), ...block('', 'c2ln') },
      ],
    ],
    [
      'the only block repeats the whole thought',
      [plain('I pl'), plain('an.'), { ...plain(''), ...block('I plan.', 'c2ln') }],
    ],
  ] as const)
    it(`are read once and sent back as one block with the signature if ${what}`, async () => {
      const deltas = [...pieces, call('t1')].map((delta) => chunk(delta));
      await serve(streams(...deltas, chunk({}, 'tool_calls'), DONE), fine);
      const model = modelOf('claude-opus-5');
      const first = await ask(model, user('Go.'));
      await ask(model, user('Go.'), first, result('t1'));
      assert.deepEqual(first.parts, [{ type: 'reasoning', text: 'I plan.' }, called('t1')]);
      assert.deepEqual(sent('thinking_blocks'), [
        [{ type: 'thinking', thinking: 'I plan.', signature: 'c2ln' }],
      ]);
    });
});

describe('plain-text thoughts', () => {
  afterEach(() => endpoint.close());

  const thinks = (field: string, words: string, ...then: readonly object[]): Fault =>
    streams(chunk({ [field]: words }), ...then.map((delta) => chunk(delta)), chunk({}, 'stop'), DONE);
  const turn = [user('Look.'), result('c1'), user('And?')] as const;

  for (const field of ['reasoning_content', 'reasoning'])
    it(`are sent back in the field ${field} in later turns, but only if their own turn used a tool`, async () => {
      await serve(
        thinks(field, 'Two files.', call('c1')),
        thinks(field, 'Enough.', { content: 'Done.' }),
        thinks(field, 'No tool.', { content: 'Yes.' }),
        fine,
      );
      const model = modelOf('deepseek-v4-pro');
      const first = await ask(model, turn[0]);
      const second = await ask(model, turn[0], first, turn[1]);
      const third = await ask(model, turn[0], first, turn[1], second, turn[2]);
      await ask(model, turn[0], first, turn[1], second, turn[2], third, user('More.'));
      assert.deepEqual(sent(field), ['Two files.', 'Enough.', undefined]);
    });

  it('are sent back only to the model that wrote them', async () => {
    await serve(thinks('reasoning_content', 'Two files.', call('c1')), fine);
    const first = await ask(modelOf('deepseek-v4-pro'), turn[0]);
    await ask(modelOf('gpt-5'), turn[0], first, turn[1]);
    assert.deepEqual(sent('reasoning_content'), [undefined]);
  });

  it('are sent as an empty field if the endpoint requires thoughts and an earlier answer has none', async () => {
    const refuses = answers(400, {
      error: { message: 'The `reasoning_content` in the thinking mode must be passed back to the API.' },
    });
    await serve(refuses, fine);
    await ask(modelOf('deepseek-v4-pro'), turn[0], assistant(called('c1')), turn[1]);
    assert.deepEqual(sent('reasoning_content'), ['']);
  });

  it('are omitted from the second attempt if the endpoint rejects thoughts', async () => {
    const refuses = answers(400, { error: { message: "property 'reasoning' is unsupported" } });
    await serve(thinks('reasoning', 'Two files.', call('c1')), refuses, fine);
    const model = modelOf('openai/gpt-oss-120b');
    const first = await ask(model, turn[0]);
    await ask(model, turn[0], first, turn[1]);
    assert.deepEqual(sent('reasoning'), [undefined]);
    assert.equal(endpoint.seen.length, 3);
  });
});

describe('Gemini’s thought signatures', () => {
  afterEach(() => endpoint.close());

  const extra = { google: { thought_signature: 'AbC=' } };
  const placeholder = { google: { thought_signature: 'skip_thought_signature_validator' } };
  const signs = streams(
    chunk(call('c1', { extra_content: extra })),
    chunk(call('c2', { extra_content: 'odd' })),
    chunk({}, 'tool_calls'),
    DONE,
  );
  const extras = (): readonly unknown[] =>
    sentAnswers().flatMap(({ tool_calls = [] }) =>
      (tool_calls as Sent[]).map(({ extra_content }) => extra_content),
    );

  it('are sent back with the same call, even after a reload', async () => {
    await serve(signs, fine);
    const first = await ask(modelOf('gemini-3-flash'), user('Look.'));
    await ask(modelOf('gemini-3-flash'), user('Look.'), first, result('c1'), result('c2'));
    assert.deepEqual(extras(), [extra, undefined]);
  });

  it('are sent back, with a placeholder for each missing one, if the endpoint requires signatures', async () => {
    const refuses = answers(400, {
      error: { message: 'Function call is missing a thought_signature in parts.' },
    });
    await serve(signs, refuses, fine);
    const model = modelOf('gemini-3-flash');
    const first = await ask(model, user('Look.'));
    await ask(model, user('Look.'), first, result('c1'), result('c2'));
    assert.deepEqual(extras(), [extra, placeholder]);
  });

  it('are not sent to another model', async () => {
    await serve(signs, fine);
    const first = await ask(modelOf('gemini-3-flash'), user('Look.'));
    await ask(modelOf('gemini-3-pro'), user('Look.'), first, result('c1'), result('c2'));
    assert.deepEqual(extras(), [undefined, undefined]);
  });
});

describe('a provider’s id for a tool call', () => {
  afterEach(() => endpoint.close());

  const id = `call_0123456789__thought__${'AbC+/'.repeat(40)}==`;
  const ids = (): readonly unknown[] =>
    (endpoint.seen.at(-1)?.body['messages'] as Sent[]).flatMap(({ tool_calls = [], tool_call_id }) => [
      ...(tool_calls as Sent[]).map((each) => each['id']),
      ...(tool_call_id === undefined ? [] : [tool_call_id]),
    ]);

  it('is sent unchanged to the same model, and shortened for other models', async () => {
    await serve(streams(chunk(call(id)), chunk({}, 'tool_calls'), DONE), fine);
    const first = await ask(modelOf('gemini-3-flash'), user('Look.'));
    await ask(modelOf('gemini-3-flash'), user('Look.'), first, result(id));
    assert.deepEqual(ids(), [id, id]);
    await ask(modelOf('gpt-4.1'), user('Look.'), first, result(id));
    const [called = '', answered] = ids() as string[];
    assert.ok(called.length <= 40 && called === answered);
  });
});

describe('an extra field in a provider’s answer', () => {
  afterEach(() => endpoint.close());

  it('is dropped if the answer breaks off', async () => {
    await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        chunk({ content: 'Half', reasoning_details: [{ type: 'reasoning.encrypted', data: 'a' }] }),
      );
      setImmediate(() => response.destroy());
    });
    const { message } = await answerOnce(modelOf('m'), { messages: [user('Go.')], tools: [] });
    assert.deepEqual([message?.parts.length, message?.opaque], [1, undefined]);
  });

  it('makes the request fail if the field has more than 1,000 items', async () => {
    const item = (at: number): string =>
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', index: at }] });
    await serve(streams(...Array.from({ length: 1_001 }, (_, at) => item(at)), DONE));
    await assert.rejects(ask(modelOf('m'), user('Go.')), /sent more than any model’s answer can contain/);
  });
});
