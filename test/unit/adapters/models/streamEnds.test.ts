import assert from 'node:assert/strict';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { chunk, DONE, event, streams } from '../../../support/faultyEndpoint.ts';

describe('a tool call before the finish reason “tool_calls”', () => {
  const called = (written: string): object => ({
    tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: written } }],
  });
  const half = called('{"n":');
  const whole = called('{"n":1}');
  const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
  for (const [what, delta, more, reason] of [
    ['counts as cut off if it is incomplete at the output limit', half, { maxOutputTokens: 50 }, 'length'],
    ['counts as cut off if it is incomplete and the window is full', half, { window: 150 }, 'length'],
    ['does not count as cut off if it is complete', whole, { maxOutputTokens: 50 }, 'toolCalls'],
    [
      'does not count as cut off if it is incomplete but below the limits',
      half,
      { maxOutputTokens: 51, window: 151 },
      'toolCalls',
    ],
    ['does not count as cut off if it is incomplete but no limit is known', half, {}, 'toolCalls'],
  ] as const)
    it(what, async () => {
      const usage = { prompt_tokens: 100, completion_tokens: 50 };
      const fault = streams(chunk(delta), chunk({}, 'tool_calls'), event({ choices: [], usage }), DONE);
      const { deltas } = await askEndpoint(fault, { profile: { ...profile, ...more } });
      const last = deltas.at(-1);
      assert.equal(last?.type === 'finish' && last.reason, reason);
    });
});

describe('a stream whose first chunk has no field `finish_reason`', () => {
  const words = event({ choices: [{ index: 0, delta: { content: 'Hi.' } }] });
  for (const [what, rest, reason] of [
    ['is interrupted if nothing follows', [], 'interrupted'],
    ['is interrupted if the next event is not JSON', ['data: {"choices":[{"del\n\n'], 'interrupted'],
    ['fails if an error follows', [event({ error: { message: 'Slow down.', code: 429 } })], 'rateLimited'],
    ['is complete if a later chunk has a finish reason', [chunk({}, 'stop')], undefined],
    ['is complete if [DONE] follows', [DONE], undefined],
  ] as const)
    it(what, async () => {
      const { deltas, error } = await askEndpoint(streams(words, ...rest));
      assert.deepEqual(deltas[0], { type: 'text', text: 'Hi.' });
      assert.equal(error?.reason, reason);
    });
});

describe('an error in a stream', () => {
  const message = "This model's maximum context length is 4096 tokens.";
  for (const [what, data, reason] of [
    [
      'in vLLM’s own format',
      { object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
      'contextOverflow',
    ],
    ['with a code', { message: 'Slow down.', code: 429 }, 'rateLimited'],
    ['in FastAPI’s format', { detail: 'The engine died.' }, 'interrupted'],
    ['with a type', { message: 'The engine died.', type: 'InternalServerError' }, 'interrupted'],
  ] as const)
    it(`is also recognised without the wrapper \`error\`: ${what}`, async () => {
      const { error } = await askEndpoint(streams(event(data), DONE));
      assert.equal(error?.reason, reason);
      assert.match(error.message, /maximum context length|Slow down|engine died/);
    });

  for (const [what, fault, reason, words] of [
    [
      'an error of MiniMax',
      event({ choices: null, base_resp: { status_code: 1002, status_msg: 'rate limit' } }),
      'rateLimited',
      /rate limit/,
    ],
    ['a JSON object with a message', event({ message: 'The engine died.' }), 'interrupted', /engine died/],
    ['a text that is not JSON', 'event: error\ndata: The engine died.\n\n', 'interrupted', /engine died/],
  ] as const)
    it(`is quoted if the stream has no answer: ${what}`, async () => {
      const { error } = await askEndpoint(streams(fault));
      assert.equal(error?.reason, reason);
      assert.match(error.message, words);
    });

  it('says to check the address if the stream is from another API', async () => {
    const fault = streams(event({ type: 'message_start', message: { role: 'assistant' } }));
    const { error } = await askEndpoint(fault);
    assert.equal(error?.reason, 'notAModel');
    assert.match(error.message, /Check the address/);
  });

  it('is not assumed for a ping or for the code 0', async () => {
    const fault = streams(
      event({ type: 'ping' }),
      event({ code: 0 }),
      chunk({ content: 'Hi.' }, 'stop'),
      DONE,
    );
    assert.equal((await askEndpoint(fault)).error, undefined);
  });
});
