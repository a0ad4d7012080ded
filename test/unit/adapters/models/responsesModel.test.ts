import assert from 'node:assert/strict';
import { EndpointModel } from '../../../../src/adapters/models/endpointModel.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
import {
  answers,
  breaksAfter,
  DONE,
  event,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { called, completed, fine, item, said, thought, usage } from '../../../support/responseEvents.ts';

const look = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const result = (callId: string): Message => ({
  ...{ role: 'tool', callId, toolName: 'look' },
  parts: [{ type: 'text', text: 'seen' }],
});

let endpoint: FaultyEndpoint;

async function modelOf(faults: readonly Fault[], id = 'gpt-5.6'): Promise<EndpointModel> {
  endpoint = await startFaultyEndpoint(...faults);
  return new EndpointModel({
    endpoint: { baseUrl: endpoint.baseUrl },
    profile: { id, supportsTools: true, encoding: 'o200k_base' },
    api: 'responses',
  });
}

const asked = (messages: readonly Message[], more: Partial<ChatRequest> = {}): ChatRequest => ({
  ...{ messages, tools: [look] },
  ...more,
});
const bodies = (): readonly Record<string, unknown>[] => endpoint.seen.map(({ body }) => body);
const paths = (): readonly string[] => endpoint.seen.map(({ path }) => path);

describe('The client for the Responses API', () => {
  afterEach(() => endpoint.close());

  it('streams thoughts, text and calls, and reports cached tokens', async () => {
    const model = await modelOf([
      streams(
        event({ type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 }),
        event({ type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'I look.' }),
        event({ type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 }),
        event({ type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Twice.' }),
        item(0, thought('rs_1')),
        said(1, 'So ', 'be it.'),
        called(2, 'c1'),
        called(3, 'c2'),
        event({ type: 'response.something.new' }),
        completed,
      ),
    ]);
    const message = await loggedAnswer(model, asked([user('Go.')]));
    assert.deepEqual(message.parts, [
      { type: 'reasoning', text: 'I look.\n\nTwice.' },
      { type: 'text', text: 'So be it.' },
      { type: 'toolCall', callId: 'c1', name: 'look', arguments: '{"a":1}' },
      { type: 'toolCall', callId: 'c2', name: 'look', arguments: '{"a":1}' },
    ]);
    assert.equal(message.finish, 'toolCalls');
    assert.deepEqual(message.usage, { inputTokens: 900, outputTokens: 40, cachedInputTokens: 512 });
  });

  it('sends tools, tool choice and output limit, requests encrypted thoughts, and turns off the provider’s storage', async () => {
    await loggedAnswer(
      await modelOf([fine]),
      asked([user('Go.')], { maxOutputTokens: 5, toolChoice: 'required' }),
    );
    const { store, include, stream, tools, tool_choice, max_output_tokens, model } = bodies()[0] ?? {};
    assert.deepEqual([store, include, stream], [false, ['reasoning.encrypted_content'], true]);
    assert.deepEqual(tools, [{ type: 'function', ...look, strict: false }]);
    // The API requires an output limit of at least 16.
    assert.deepEqual([tool_choice, max_output_tokens, model], ['required', 16, 'gpt-5.6']);
    assert.deepEqual(paths(), ['/v1/responses']);
  });

  it('sends system text as instructions, images as images, and results with the id of their call', async () => {
    const picture = { type: 'image', mediaType: 'image/png', data: 'AA', name: 'shot' } as const;
    const messages: Message[] = [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        parts: [{ type: 'text', text: 'See.' }, picture, { type: 'file', path: 'a.ts', text: 'x' }],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'I look.' },
          { type: 'toolCall', callId: 'c1', name: 'look', arguments: '' },
          { type: 'toolCall', callId: 'c2', name: 'look', arguments: '{}' },
        ],
      },
      result('c1'),
      { role: 'tool', callId: 'c2', toolName: 'look', parts: [{ type: 'text', text: 'this' }, picture] },
    ];
    await loggedAnswer(await modelOf([fine]), asked(messages));
    const { instructions, input } = bodies()[0] as { instructions: string; input: Record<string, unknown>[] };
    assert.equal(instructions, 'Be brief.');
    const image = { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA' };
    assert.deepEqual((input[0]?.['content'] as object[])[1], image);
    assert.deepEqual(input.slice(1), [
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'function_call', call_id: 'c2', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'seen' },
      { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'this' }, image] },
    ]);
  });

  it('sends back each encrypted thought unchanged, directly before the text or call that followed the thought', async () => {
    const thinks = streams(
      item(0, thought('rs_1')),
      said(1, 'I look.'),
      item(2, thought('rs_2')),
      called(3, 'c1'),
      // The next two thoughts are not sent back: no text or call follows them, and the second is not encrypted.
      item(4, thought('rs_3')),
      item(5, thought('rs_4', null)),
      completed,
    );
    const model = await modelOf([thinks, fine]);
    const first = await loggedAnswer(model, asked([user('Go.')]));
    await loggedAnswer(model, asked([user('Go.'), first, result('c1')]));
    assert.deepEqual((bodies()[1]?.['input'] as object[]).slice(1), [
      thought('rs_1'),
      { role: 'assistant', content: 'I look.', phase: 'final_answer' },
      thought('rs_2'),
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'c1', output: 'seen' },
    ]);
  });

  it('describes earlier calls and results in words if a request has no tools', async () => {
    const call = { type: 'toolCall', callId: 'c1', name: 'look', arguments: '{}' } as const;
    const earlier = [user('Look.'), { role: 'assistant', parts: [call] } as const, result('c1')];
    await loggedAnswer(await modelOf([fine]), asked(earlier, { tools: [] }));
    const sent = JSON.stringify(bodies()[0]?.['input']);
    assert.doesNotMatch(sent, /function_call/u);
    assert.match(sent, /\[called look \{\}\].*result of look.*seen/u);
  });

  it('does not send back thoughts of another model', async () => {
    const first = await loggedAnswer(
      await modelOf([streams(item(0, thought('rs_1')), called(1, 'c1'), completed)]),
      asked([user('Go.')]),
    );
    await endpoint.close();
    await loggedAnswer(await modelOf([fine], 'gpt-6'), asked([user('Go.'), first, result('c1')]));
    assert.doesNotMatch(JSON.stringify(bodies()), /rs_1/u);
  });

  it('omits rejected parameters from the retry and all later requests', async () => {
    const refuses = (param: string | null, message: string): Fault =>
      answers(400, { error: { message, param } });
    const model = await modelOf([
      refuses('max_output_tokens', 'Unsupported parameter.'),
      refuses('reasoning.summary', 'Your organization must be verified to generate reasoning summaries.'),
      refuses(null, 'Encrypted content is not supported with this model.'),
      fine,
    ]);
    await loggedAnswer(model, asked([user('Go.')], { maxOutputTokens: 100 }));
    await loggedAnswer(model, asked([user('Go.')], { maxOutputTokens: 100 }));
    assert.deepEqual(
      bodies().map(
        (body) => ['max_output_tokens', 'reasoning', 'include'].filter((name) => name in body).length,
      ),
      [3, 2, 1, 0, 0],
    );
    assert.ok(bodies().every((body) => body['store'] === false));
  });

  it('returns whole answers if the organisation is not allowed to stream', async () => {
    const whole = {
      ...{ object: 'response', id: 'r', status: 'completed', usage },
      output: [
        thought('rs_1'),
        { type: 'message', content: [{ type: 'output_text', text: 'Hi.' }] },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      ],
    };
    const message = 'Your organization must be verified to stream this model.';
    const model = await modelOf([answers(400, { error: { message, param: 'stream' } }), answers(200, whole)]);
    const { parts, opaque } = await loggedAnswer(model, asked([user('Go.')]));
    assert.deepEqual(
      parts.map(({ type }) => type),
      ['text', 'toolCall'],
    );
    assert.match(JSON.stringify(opaque), /rs_1/u);
    assert.equal(bodies()[1]?.['stream'], false);
  });

  for (const [reason, finish] of [
    ['max_output_tokens', 'length'],
    ['content_filter', 'filtered'],
  ] as const)
    it(`reports the finish reason “${finish}” if the answer is incomplete because of ${reason}`, async () => {
      const incomplete = { status: 'incomplete', incomplete_details: { reason }, usage };
      const model = await modelOf([
        streams(said(0, 'Half'), event({ type: 'response.incomplete', response: incomplete })),
      ]);
      assert.equal((await loggedAnswer(model, asked([user('Go.')]))).finish, finish);
    });

  for (const [what, end, reason, isRetryable] of [
    [
      'response.failed',
      event({
        type: 'response.failed',
        response: { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } },
      }),
      'rateLimited',
      true,
    ],
    [
      'response.failed without an error',
      event({ type: 'response.failed', response: { error: null } }),
      'serverError',
      true,
    ],
    [
      'the error server_is_overloaded',
      event({
        type: 'response.failed',
        response: { error: { code: 'server_is_overloaded', message: 'Busy.' } },
      }),
      'serverError',
      true,
    ],
    [
      'an error event with an error object',
      event({ type: 'error', error: { code: 'context_length_exceeded', message: 'No.' } }),
      'contextOverflow',
      false,
    ],
    [
      'the error invalid_prompt',
      event({ type: 'error', code: 'invalid_prompt', message: 'No.' }),
      'badRequest',
      false,
    ],
    [
      'an error event',
      event({ type: 'error', code: 'context_length_exceeded', message: 'Too long.' }),
      'contextOverflow',
      false,
    ],
  ] as const)
    it(`fails with ${reason} after ${what}`, async () => {
      const { error } = await answerOnce(await modelOf([streams(end)]), asked([user('Go.')]));
      assert.deepEqual([error?.reason, error?.isRetryable], [reason, isRetryable]);
    });

  it('returns a complete answer if the stream ends with [DONE] and without `response.completed`', async () => {
    const { message } = await answerOnce(
      await modelOf([streams(said(0, 'Hi.'), DONE)]),
      asked([user('Go.')]),
    );
    assert.deepEqual([message?.finish, message?.parts.length], ['stop', 1]);
  });

  for (const [what, fault] of [
    ['ends without the last event', streams(said(0, 'Half'))],
    ['is cut off', breaksAfter(said(0, 'Half'))],
  ] as const)
    it(`fails with the reason “interrupted” and keeps the received part of the answer if the stream ${what}`, async () => {
      const { error, message } = await answerOnce(await modelOf([fault]), asked([user('Go.')]));
      assert.deepEqual([error?.reason, message?.parts.length], ['interrupted', 1]);
    });
});
