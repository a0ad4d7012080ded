import assert from 'node:assert/strict';
import { EndpointModel } from '../../../../src/adapters/models/endpointModel.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
import {
  answers,
  event,
  hangsAfter,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { called, completed, fine, item, said, thought, usage } from '../../../support/responseEvents.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const result = (callId: string): Message => ({
  ...{ role: 'tool', callId, toolName: 'look' },
  parts: [{ type: 'text', text: 'seen' }],
});

let endpoint: FaultyEndpoint;
const losses: (string | undefined)[] = [];

async function modelOf(faults: readonly Fault[], id = 'gpt-5.6'): Promise<EndpointModel> {
  endpoint = await startFaultyEndpoint(...faults);
  losses.length = 0;
  return new EndpointModel({
    endpoint: { baseUrl: endpoint.baseUrl },
    profile: { id, supportsTools: true, encoding: 'o200k_base' },
    api: 'responses',
    onFallback: ({ loss }) => void losses.push(loss),
  });
}

const asked = (messages: readonly Message[], more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...{ messages, tools: [look] },
  ...more,
});
const bodies = (): readonly Record<string, unknown>[] => endpoint.seen.map(({ body }) => body);

describe('The client for a limited Responses API', () => {
  afterEach(() => endpoint.close());

  const picture = { type: 'image', mediaType: 'image/png', data: 'AA', name: 'shot' } as const;
  const refusal = (message: string, param: string | null = null): Fault =>
    answers(400, { error: { message, param } });
  for (const [what, fault, sentence] of [
    ['tools', refusal('gpt-5.6 does not support tools'), /^From now on, gpt-5\.6 answers without tools/u],
    [
      'images',
      refusal('This model does not support images'),
      /^From now on, gpt-5\.6 gets only a mention of each image/u,
    ],
    [
      'summaries of thoughts',
      refusal('Your organization must be verified to generate reasoning summaries.', 'reasoning.summary'),
      /^From now on, the thinking of gpt-5\.6 is not shown/u,
    ],
    [
      'streaming',
      refusal('Verify your organization.', 'stream'),
      /^From now on, each answer of gpt-5\.6 comes as a whole/u,
    ],
  ] as const)
    it(`stops using a rejected feature, and tells the person once about the loss and how to try again: ${what}`, async () => {
      const model = await modelOf([fault, fine]);
      const messages: Message[] = [
        { role: 'user', parts: [{ type: 'text', text: 'See.' }, picture] },
        { role: 'assistant', parts: [{ type: 'toolCall', callId: 'c1', name: 'look', arguments: '{}' }] },
        { role: 'tool', callId: 'c1', toolName: 'look', parts: [picture] },
      ];
      await loggedAnswer(model, asked(messages));
      await loggedAnswer(model, asked(messages));
      assert.equal(endpoint.seen.length, 3);
      assert.equal(losses.length, 1);
      assert.match(losses[0] ?? '', sentence);
      assert.match(losses[0] ?? '', /press “Try Again” or choose the model again\.$/u);
      const { tools, input, reasoning, stream } = bodies()[2] ?? {};
      const sent = JSON.stringify(input);
      assert.equal(tools === undefined && sent.includes('[called look {}]'), what === 'tools');
      assert.equal(!sent.includes('input_image'), what === 'images');
      assert.equal(sent.includes('[image shot] (this model is not given images)'), what === 'images');
      assert.equal(reasoning === undefined, what === 'summaries of thoughts');
      assert.equal(stream === false, what === 'streaming');
    });

  it('sends the next request in full and reports no loss if the retry without tools fails too', async () => {
    const model = await modelOf([refusal('gpt-5.6 does not support tools'), answers(400, 'odd'), fine]);
    assert.equal((await answerOnce(model, asked([user('Go.')]))).error?.reason, 'badRequest');
    await loggedAnswer(model, asked([user('Go.')]));
    assert.deepEqual(
      bodies().map((body) => 'tools' in body),
      [true, false, true],
    );
    assert.deepEqual(losses, []);
  });

  it('retries without thoughts if an error says that the thoughts can’t be decrypted', async () => {
    const unreadable = answers(400, {
      error: {
        message: 'The encrypted content gAAA... could not be verified.',
        code: 'invalid_encrypted_content',
      },
    });
    const model = await modelOf([
      streams(item(0, thought('rs_1')), called(1, 'c1'), completed),
      unreadable,
      fine,
    ]);
    const first = await loggedAnswer(model, asked([user('Go.')]));
    await loggedAnswer(model, asked([user('Go.'), first, result('c1')]));
    assert.match(JSON.stringify(bodies()[1]?.['input']), /rs_1/u);
    assert.doesNotMatch(JSON.stringify(bodies()[2]?.['input']), /rs_1/u);
  });

  it('recognises a thought in tags and a tool call in the text of an answer', async () => {
    const call = '<tool_call>{"name": "look", "arguments": {"a": 1}}</tool_call>';
    const model = await modelOf([streams(said(0, '<think>I look', '.</think>', call), completed)]);
    const message = await loggedAnswer(model, asked([user('Go.')]));
    assert.deepEqual(message.parts, [
      { type: 'reasoning', text: 'I look.' },
      { type: 'toolCall', callId: 'made', name: 'look', arguments: '{"a":1}' },
    ]);
    assert.equal(message.finish, 'toolCalls');
  });

  it('reports once that the tool parser is probably disabled, if the text of an answer contains a tool call', async () => {
    const call = 'I look.\n<tool_call>{"name": "look", "arguments": {}}</tool_call>';
    const model = await modelOf([streams(said(0, call), completed)]);
    await loggedAnswer(model, asked([user('Go.')]));
    await loggedAnswer(model, asked([user('Go.')]));
    assert.equal(losses.length, 1);
    assert.match(losses[0] ?? '', /The tool parser of .* seems to be switched off/u);
  });

  it('reports no usage if the response contains an impossible token count', async () => {
    const event_ = {
      type: 'response.completed',
      response: { output: [], usage: { ...usage, input_tokens: 1e300 } },
    };
    const model = await modelOf([streams(said(0, 'Hi.'), event(event_))]);
    assert.equal((await loggedAnswer(model, asked([user('Go.')]))).usage, undefined);
  });
});

describe('A slow answer of the Responses API', () => {
  afterEach(() => endpoint.close());

  /** Returns the answer of a model, the test’s own timers that the model uses, and the limit in ms of each wait. */
  async function timedModel(...events: readonly string[]) {
    endpoint = await startFaultyEndpoint(hangsAfter(...events));
    const timers = new ManualTimers();
    const waits: number[] = [];
    const counted = {
      set: (callback: () => void, ms: number): unknown => (waits.push(ms), timers.set(callback, ms)),
      clear: (timer: unknown): void => timers.clear(timer),
    };
    const model = new EndpointModel({
      ...{ endpoint: { baseUrl: endpoint.baseUrl }, api: 'responses', timers: counted },
      profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' },
      limits: { headers: 40, firstToken: 30, gap: 10 },
    });
    return { deltas: model.stream(asked([user('Go.')]), neverCancelled), timers, waits };
  }

  it('may pause while the model thinks, up to the time limit for the first token', async () => {
    const alive = event({ type: 'response.in_progress' });
    const thinks = event({
      type: 'response.output_item.added',
      output_index: 1,
      item: { type: 'reasoning' },
    });
    const word = event({ type: 'response.output_text.delta', output_index: 2, delta: 'Second.' });
    const { deltas, timers, waits } = await timedModel(said(0, 'First.'), thinks, alive, alive, word);
    await deltas.next();
    await deltas.next();
    assert.deepEqual(waits, [40_000, 30_000, 10_000, 30_000, 30_000]);
    timers.fire(30_000);
    await assert.rejects(async () => {
      for await (const delta of deltas) assert.ok(delta);
    }, /sent no token for 30 s/u);
  });

  it('does not extend the wait if only white space arrives', async () => {
    const { deltas, timers, waits } = await timedModel(said(0, 'First.', ' ', '\n'));
    for (let at = 0; at < 3; at++) await deltas.next();
    assert.deepEqual(waits, [40_000, 30_000, 10_000]);
    timers.fire(10_000);
    await assert.rejects(deltas.next(), /sent nothing more of its answer for 10 s/u);
  });
});
