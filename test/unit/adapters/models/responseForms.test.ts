import assert from 'node:assert/strict';
import { EndpointModel } from '../../../../src/adapters/models/endpointModel.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
import {
  DONE,
  event,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { called, completed, item, said, usage } from '../../../support/responseEvents.ts';

let endpoint: FaultyEndpoint;

async function modelOf(faults: readonly Fault[]): Promise<EndpointModel> {
  endpoint = await startFaultyEndpoint(...faults);
  return new EndpointModel({
    ...{ endpoint: { baseUrl: endpoint.baseUrl }, api: 'responses' },
    profile: { id: 'm', supportsTools: true, encoding: 'o200k_base' },
  });
}

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const asked = (messages: readonly Message[]): ChatRequest => ({ messages, tools: [] });

describe('An answer of the Responses API', () => {
  afterEach(() => endpoint.close());

  for (const [what, indexes, idsOf] of [
    ['by their ids if all calls have the same index', [0, 0], (id: string) => [id, id, id]],
    ['by their ids if the calls have no index', [undefined, undefined], (id: string) => [id, id, id]],
    ['by their indexes if the id changes with each event', [0, 1], (id: string) => [id, `${id}x`, `${id}y`]],
  ] as const)
    it(`is separated into calls ${what}`, async () => {
      const calls = ['c1', 'c2'].map((callId, at) => {
        const [id, itemId, endId] = idsOf(`fc_${callId}`);
        const of = { output_index: indexes[at] };
        const opened = { type: 'function_call', id, call_id: callId, name: 'look', arguments: '' };
        return [
          event({ type: 'response.output_item.added', ...of, item: opened }),
          event({ type: 'response.function_call_arguments.delta', ...of, item_id: itemId, delta: '{"a":1}' }),
          event({
            type: 'response.output_item.done',
            ...of,
            item: { ...opened, id: endId, arguments: '{"a":1}' },
          }),
        ].join('');
      });
      const output = ['c1', 'c2'].map((callId) => ({
        ...{ type: 'function_call', call_id: callId, name: 'look', arguments: '{"a":1}' },
        id: idsOf(`fc_${callId}`)[0],
      }));
      const end = event({ type: 'response.completed', response: { output, usage } });
      const model = await modelOf([streams(...calls, end)]);
      const { parts } = await loggedAnswer(model, asked([user('Go.')]));
      const call = { type: 'toolCall', name: 'look', arguments: '{"a":1}' };
      assert.deepEqual(parts, [
        { ...call, callId: 'c1' },
        { ...call, callId: 'c2' },
      ]);
    });

  it('may contain arguments as an object', async () => {
    const call = { type: 'function_call', call_id: 'c1', name: 'look', arguments: { a: 1 } };
    const model = await modelOf([streams(item(0, call), completed)]);
    const [part] = (await loggedAnswer(model, asked([user('Go.')]))).parts;
    assert.ok(part?.type === 'toolCall' && part.arguments === '{"a":1}');
  });

  const opened = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'look' };
  const added = (data: object): string => event({ type: 'response.output_item.added', item: data });
  const ended = (data: object): string => event({ type: 'response.output_item.done', item: data });
  const wholeCall = event({
    ...{ type: 'response.function_call_arguments.done', item_id: 'f1' },
    arguments: '{"a":1}',
  });
  const wholeText = (text: string): string =>
    event({ type: 'response.output_text.done', item_id: 'm1', text });
  const delta = (text: string): string =>
    event({ type: 'response.output_text.delta', item_id: 'm1', delta: text });
  const message = { type: 'message', id: 'm1' };
  for (const [where, events, given] of [
    ['arguments that are only in `function_call_arguments.done`', [added(opened), wholeCall], '{"a":1}'],
    [
      'arguments that are in `function_call_arguments.done`, but not in `output_item.done`',
      [added({ ...opened, arguments: '' }), wholeCall, ended({ ...opened, arguments: '' })],
      '{"a":1}',
    ],
    [
      'arguments that are only in `output_item.added`',
      [added({ ...opened, arguments: '{"a":1}' })],
      '{"a":1}',
    ],
    [
      'arguments that are in `output_item.added` and again in `output_item.done`',
      [added({ ...opened, arguments: '{"a":1}' }), ended({ ...opened, arguments: '{"a":1}' })],
      '{"a":1}',
    ],
    ['a text that is only in `output_text.done`', [added(message), wholeText('Hello.')], 'Hello.'],
    [
      'two texts of one item that are only in `output_text.done` events',
      [added(message), wholeText('Hel'), wholeText('lo.')],
      'Hello.',
    ],
    [
      'a text that was only partly streamed',
      [
        added(message),
        delta('Hel'),
        wholeText('Hello.'),
        ended({ ...message, content: [{ text: 'Hello.' }] }),
      ],
      'Hello.',
    ],
  ] as const)
    it(`is read completely and without repetition if it contains ${where}`, async () => {
      const model = await modelOf([streams(...events, completed)]);
      const { parts } = await loggedAnswer(model, asked([user('Go.')]));
      assert.deepEqual(
        parts.map((part) => (part.type === 'toolCall' ? part.arguments : 'text' in part && part.text)),
        [given],
      );
    });

  const texts = ['I look.', 'All is well.'].map((text, at) => ({
    ...{ type: 'message', id: `m${String(at)}`, phase: at === 0 ? 'commentary' : 'final_answer' },
    content: [{ type: 'output_text', text }],
  }));
  for (const [how, events] of [
    ['is streamed', [said(0, 'I ', 'look.'), said(1, 'All is ', 'well.'), completed]],
    ['comes with the last event', [event({ type: 'response.completed', response: { output: texts } })]],
  ] as const)
    it(`has an empty line between a commentary and the final answer if it ${how}`, async () => {
      const model = await modelOf([streams(...events)]);
      const { parts } = await loggedAnswer(model, asked([user('Go.')]));
      assert.deepEqual(parts, [{ type: 'text', text: 'I look.\n\nAll is well.' }]);
    });

  it('has an empty line between two thoughts only if nothing was said between them', async () => {
    const thinks = (index: number, ...words: readonly string[]): string =>
      words
        .map((word) =>
          event({ type: 'response.reasoning_summary_text.delta', output_index: index, delta: word }),
        )
        .join('');
    const model = await modelOf([
      streams(thinks(0, 'I ', 'plan.'), thinks(1, 'I look.'), called(2, 'c1'), thinks(3, 'Done.'), completed),
    ]);
    const { parts } = await loggedAnswer(model, asked([user('Go.')]));
    assert.deepEqual(
      parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
      ['I plan.\n\nI look.', 'Done.'],
    );
  });

  it('counts as cut off if the last event is `response.incomplete` without a reason', async () => {
    const cut = event({ type: 'response.incomplete', response: { status: 'incomplete', output: [] } });
    const { message: kept } = await answerOnce(
      await modelOf([streams(delta('Hel'), cut)]),
      asked([user('Go.')]),
    );
    assert.equal(kept?.finish, 'length');
  });

  it('is complete if the error in the last event is empty', async () => {
    const response = {
      output: [{ type: 'message', content: [{ text: 'Hi.' }] }],
      error: { code: null, message: null },
    };
    const whole = event({ type: 'response.completed', response });
    const { message, error } = await answerOnce(await modelOf([streams(whole)]), asked([user('Go.')]));
    assert.deepEqual([message?.finish, error], ['stop', undefined]);
  });

  it('has failed if the last event has an error', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'Rate limit reached.' };
    const failed = event({ type: 'response.completed', response: { status: 'failed', output: [], error } });
    const { error: told } = await answerOnce(await modelOf([streams(failed)]), asked([user('Go.')]));
    assert.equal(told?.reason, 'rateLimited');
  });

  it('may end with [DONE] and without `response.completed`, unless a call is incomplete or the answer is empty', async () => {
    const half = event({
      type: 'response.output_item.added',
      item: { type: 'function_call', call_id: 'c1', name: 'look' },
    });
    const ends: unknown[] = [];
    for (const events of [[said(0, 'Hi.')], [called(0, 'c1')], [half], []]) {
      const { message, error } = await answerOnce(
        await modelOf([streams(...events, DONE)]),
        asked([user('Go.')]),
      );
      ends.push(error?.reason ?? message?.finish);
      await endpoint.close();
    }
    assert.deepEqual(ends, ['stop', 'toolCalls', 'interrupted', 'interrupted']);
  });
});
