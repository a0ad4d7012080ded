import assert from 'node:assert/strict';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import {
  answers,
  chunk,
  DONE,
  hangsAfter,
  startFaultyEndpoint,
  streams,
  type Fault,
} from '../../../support/faultyEndpoint.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';

const called = (more: object, index: number | null = 0): object => ({ tool_calls: [{ index, ...more }] });
const look = (written: string, more: object = {}): object => ({
  function: { name: 'look', arguments: written },
  ...more,
});
const written = (text: string): object => ({ function: { arguments: text } });

describe('a stream without a finish reason', () => {
  for (const [what, fault, reason] of [
    ['is complete if it has text and ends with [DONE]', streams(chunk({ content: 'Hi.' }), DONE), 'stop'],
    [
      'is complete if it has a complete call and ends with [DONE]',
      streams(chunk(called(look('{"a":1}'))), DONE),
      'toolCalls',
    ],
    [
      'is complete if it has a call without arguments and ends with [DONE]',
      streams(chunk(called(look(''))), DONE),
      'toolCalls',
    ],
    [
      'is interrupted if it ends with an incomplete call and [DONE]',
      streams(chunk(called(look('{"a":'))), DONE),
      undefined,
    ],
    ['is interrupted if it contains only [DONE]', streams(DONE), undefined],
    ['is interrupted if it ends without [DONE]', streams(chunk({ content: 'Hi.' })), undefined],
    [
      'is interrupted if [DONE] is only a part of its text',
      streams(chunk({ content: '\ndata: [DONE]\n' })),
      undefined,
    ],
  ] as const)
    it(what, async () => {
      const { deltas, error } = await askEndpoint(fault);
      const last = deltas.at(-1);
      assert.equal(last?.type === 'finish' ? last.reason : undefined, reason);
      assert.equal(error?.reason, reason === undefined ? 'interrupted' : undefined);
    });

  it('is complete at [DONE] even if the network splits the bytes of [DONE]', async () => {
    const text = chunk({ content: 'Hi.' }) + DONE;
    for (let cut = text.length - DONE.length - 1; cut < text.length; cut++) {
      const fault: Fault = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(text.slice(0, cut), () => setImmediate(() => response.end(text.slice(cut))));
      };
      assert.equal((await askEndpoint(fault)).error, undefined, String(cut));
    }
  });
});

describe('a non-streaming response', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 };
  const answer = (message: object, finish_reason = 'stop'): object => ({
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason }],
    usage,
  });
  const told = { inputTokens: 5, outputTokens: 2 };

  it('is read as an answer if it is a complete answer in JSON', async () => {
    const { deltas } = await askEndpoint(
      answers(200, answer({ content: 'Hello.', reasoning_content: 'Greet.' })),
    );
    assert.deepEqual(deltas, [
      { type: 'reasoning', text: 'Greet.' },
      { type: 'text', text: 'Hello.' },
      { type: 'finish', reason: 'stop', usage: told },
    ]);
  });

  it('is read as an answer with tool calls, even if white space precedes the JSON', async () => {
    const body = answer({ content: null, tool_calls: [{ id: 'a', ...look('{}') }] }, 'tool_calls');
    const { deltas } = await askEndpoint((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(` \n  \n ${JSON.stringify(body, undefined, 2)}`);
    });
    assert.deepEqual(deltas, [
      { type: 'toolCall', index: 0, callId: 'a', name: 'look', arguments: '{}' },
      { type: 'finish', reason: 'toolCalls', usage: told },
    ]);
  });

  for (const [what, body, reason, words] of [
    ['an error with a status', { error: { code: 429, message: 'Slow down.' } }, 'rateLimited', /Slow down/],
    ['an error with a status as text', { error: { code: '502', message: 'Busy.' } }, 'serverError', /Busy/],
    ['an error that is a string', { error: 'Model unloaded.' }, 'interrupted', /Model unloaded/],
    ['a list of errors', [{ error: { code: 400, message: 'Odd.' } }], 'badRequest', /Odd/],
    ['a gateway’s own message', { code: 401, message: 'Who are you?' }, 'unauthorized', /Who are you/],
    [
      'an error in MiniMax’s format',
      { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      'noCredit',
      /balance/,
    ],
    [
      'an error in Baidu’s format',
      { error_code: 18, error_msg: 'Open api qps request limit reached' },
      'interrupted',
      /qps/,
    ],
    [
      'an error about a request that is too long',
      { error: { message: 'prompt is too long' } },
      'contextOverflow',
      /longer than/,
    ],
    ['JSON of another API', { status: 'up' }, 'notAModel', /status.*up/],
    [
      'an answer without choices',
      { object: 'chat.completion', choices: [] },
      'notAModel',
      /Check the address/,
    ],
  ] as const)
    it(`is reported as an error: ${what}`, async () => {
      const { error } = await askEndpoint(answers(200, body));
      assert.equal(error?.reason, reason);
      assert.match(error.message, words);
    });

  for (const [what, text] of [
    [
      'chunks in a list',
      JSON.stringify([
        { choices: [{ delta: { content: 'a' } }] },
        { choices: [{ delta: { content: 'b' }, finish_reason: 'stop' }] },
      ]),
    ],
    [
      'one chunk on each line',
      '{"choices":[{"delta":{"content":"a"}}]}\n{"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}\n',
    ],
  ] as const)
    it(`is read as an answer if it contains all chunks: ${what}`, async () => {
      const { deltas } = await askEndpoint(answers(200, text));
      assert.deepEqual(deltas, [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
        { type: 'finish', reason: 'stop' },
      ]);
    });

  it('is reported without a quotation if it is an empty object', async () => {
    const { error } = await askEndpoint(answers(200, {}));
    assert.match(error?.message ?? '', /is not a chat model's API\. Check the address/);
  });

  it('is reported with its text if it is an HTML page from a gateway', async () => {
    const { error } = await askEndpoint(answers(200, '<html><body>Blocked: no header X</body></html>'));
    assert.equal(error?.reason, 'notAModel');
    assert.match(error.message, /\(Blocked: no header X\)/);
  });
});

describe('white space in a stream', () => {
  const limits = { headers: 11, firstToken: 7, gap: 6 };

  /** Reads these deltas, then lets the timer of `endsAt` ms end the answer. Returns the limit in ms of each wait. */
  async function waitsFor(deltas: readonly object[], endsAt: number): Promise<readonly number[]> {
    const waits: number[] = [];
    const timers = new ManualTimers();
    const counted = {
      set: (callback: () => void, ms: number): unknown => {
        waits.push(ms);
        return timers.set(callback, ms);
      },
      clear: (timer: unknown): void => timers.clear(timer),
    };
    const endpoint = await startFaultyEndpoint(hangsAfter(...deltas.map((delta) => chunk(delta))));
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const at = { baseUrl: endpoint.baseUrl };
    const model = new OpenAiModel({ endpoint: at, profile, limits, timers: counted });
    let heard = 0;
    await assert.rejects(async () => {
      for await (const delta of model.stream({ messages: [], tools: [] }, neverCancelled)) {
        assert.ok(delta);
        heard += 1;
        if (heard === deltas.length) timers.fire(endsAt);
      }
    }, /s\. Try again/);
    await endpoint.close();
    return waits;
  }

  for (const [begun, delta] of [
    [{ content: 'a' }, { content: ' ' }],
    [{ content: 'a' }, { reasoning_content: '\n' }],
    [called(look('{')), called(written(' '))],
  ] as const)
    it(`does not extend the wait for the next part of the answer: ${JSON.stringify(delta)}`, async () => {
      assert.deepEqual(await waitsFor([begun, delta, delta], 6_000), [11_000, 7_000, 6_000]);
    });

  it('does not end the wait for the first part of the answer', async () => {
    const spaces = [{ reasoning_content: ' ' }, { reasoning_content: '\n' }];
    assert.deepEqual(await waitsFor(spaces, 7_000), [11_000, 7_000]);
  });
});
