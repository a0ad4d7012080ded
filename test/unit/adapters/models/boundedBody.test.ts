import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { readBounded, withBoundedEvents } from '../../../../src/adapters/models/boundedBody.ts';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { askModel, type Answer } from '../../../../src/core/model/answer.ts';
import { ChatError, type ChatRequest } from '../../../../src/core/ports.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { answerOf } from '../../../support/answerOf.ts';
import { CountedTurns } from '../../../support/countedTurns.ts';
import {
  chunk,
  startFaultyEndpoint,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';

const MEGABYTE = 1024 * 1024;
const EVENTS = { 'content-type': 'text/event-stream' };

/**
 * Sends pieces until there are no more pieces or the client closes the connection. Sends each piece when there is room
 * for the piece. Counts the sent bytes in `sent`.
 */
function sends(pieces: Iterable<string | Uint8Array>, status = 200, headers: object = EVENTS) {
  const sent = { bytes: 0 };
  const fault: Fault = (response) => {
    response.writeHead(status, { ...headers });
    const left = pieces[Symbol.iterator]();
    const write = (): void => {
      for (let isRoom = true; isRoom && !response.destroyed;) {
        const { value, done } = left.next();
        if (done === true) {
          response.end();
          return;
        }
        sent.bytes += value.length;
        isRoom = response.write(value);
      }
    };
    response.on('drain', write);
    write();
  };
  return { fault, sent };
}

function* times(count: number, piece: string): Iterable<Uint8Array> {
  const bytes = Buffer.from(piece);
  for (let sent = 0; sent < count; sent++) yield bytes;
}

let endpoint: FaultyEndpoint;

/** Sends one request with the real client, as a conversation does. */
async function ask(fault: Fault, tools: ChatRequest['tools'] = []): Promise<Answer> {
  endpoint = await startFaultyEndpoint(fault);
  const profile = { id: 'tiny', supportsTools: true, encoding: 'o200k_base' as const };
  const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile });
  const asked = { model, request: { messages: [], tools }, newCallId: () => 'own' };
  return answerOf(askModel(asked, neverCancelled));
}

describe('an oversized response', () => {
  afterEach(() => endpoint.close());

  const begun = 'data: {"choices":[{"delta":{"content":"';

  it('is stopped before 20 MB are sent, even within one event', async () => {
    const { fault, sent } = sends([begun, ...times(800, 'x'.repeat(MEGABYTE / 16)), '"}}]}\n\n']);
    const { error, message } = await ask(fault);
    assert.deepEqual([error?.reason, error?.isRetryable, message], ['tooLarge', false, undefined]);
    assert.match(
      error?.message ?? '',
      /sent more than any model’s answer can contain, so the connection was closed/,
    );
    await endpoint.clientLeft;
    assert.ok(sent.bytes < 20 * MEGABYTE, `${String(sent.bytes)} bytes were sent`);
  });

  it('is stopped if the answer never ends', async () => {
    const answer = times(1_000_000, chunk({ content: 'y'.repeat(40_000) }));
    const { error, message } = await ask(sends(answer).fault);
    assert.deepEqual([error?.reason, error?.isRetryable], ['tooLarge', false]);
    assert.match(error?.message ?? '', /tiny did not end its answer within four million characters/);
    assert.equal(message && textOf(message).length, 4_040_000);
    await endpoint.clientLeft;
  });

  it('is stopped even if an endless answer begins like a tool call', async () => {
    const look = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
    const answer = times(1_000_000, chunk({ content: `<tool_call>${'y'.repeat(40_000)}` }));
    const { error } = await ask(sends(answer).fault, [look]);
    assert.equal(error?.reason, 'tooLarge');
    await endpoint.clientLeft;
  });

  for (const [what, delta] of [
    ['thoughts', { reasoning_content: 'z'.repeat(40_000) }],
    ['arguments', { tool_calls: [{ index: 0, id: 'a', function: { arguments: 'z'.repeat(40_000) } }] }],
  ] as const) {
    it(`is stopped if the ${what} of an answer never end`, async () => {
      const { error } = await ask(sends(times(1_000_000, chunk(delta))).fault);
      assert.equal(error?.reason, 'tooLarge');
    });
  }

  it('is stopped if it is endless JSON with empty lines', async () => {
    const { error } = await ask(sends(times(1_000_000, `{${'\n'.repeat(40)}`)).fault);
    assert.equal(error?.reason, 'tooLarge');
    await endpoint.clientLeft;
  });

  it('is stopped if it contains more than 1,000 tool calls', async () => {
    const call = (_: unknown, at: number) => ({ id: `c${String(at)}`, function: { name: 'look' } });
    const calls = Array.from({ length: 1_001 }, call).map((each) => chunk({ tool_calls: [each] }));
    const { error } = await ask(sends(calls).fault);
    assert.equal(error?.reason, 'tooLarge');
    await endpoint.close();
    const atOnce = await ask(sends([chunk({ tool_calls: Array.from({ length: 1_001 }, call) })]).fault);
    assert.ok(atOnce.error);
  });

  it('is stopped if it is too large only after decompression (gzip)', async () => {
    const packed = gzipSync(Buffer.alloc(16 * MEGABYTE, 'x'));
    const { error } = await ask(sends([packed], 200, { ...EVENTS, 'content-encoding': 'gzip' }).fault);
    assert.equal(error?.reason, 'tooLarge');
  });

  it('is stopped if it is an endless HTML page without line breaks', async () => {
    const endless = times(1_000_000, 'x'.repeat(65_536));
    const { error } = await ask(sends(endless, 200, { 'content-type': 'text/html' }).fault);
    assert.equal(error?.reason, 'tooLarge');
    await endpoint.clientLeft;
  });

  it('is stopped and its beginning is quoted if it is an endless error page', async () => {
    const endless = times(1_000_000, 'no <b>such</b> thing '.repeat(1_000));
    const { error } = await ask(sends(endless, 500, { 'content-type': 'text/html' }).fault);
    assert.equal(error?.reason, 'serverError');
    assert.match(error.message, /failed \(no such thing no such thing/);
    assert.ok(error.message.length < 500);
    await endpoint.clientLeft;
  });

  it('is reported as a bad request if it has status 400 and 16 MB of `<`, compressed with gzip', async () => {
    const packed = gzipSync(Buffer.alloc(16 * MEGABYTE, '<'));
    const { error } = await ask(sends([packed], 400, { 'content-encoding': 'gzip' }).fault);
    assert.equal(error?.reason, 'badRequest');
  });

  for (const [what, text] of [
    ['too many lines', `${'data:\n'.repeat(10_001)}\n`],
    ['too many values', `data: [${'{},'.repeat(50_000)}{}]\n\n`],
    ['too deep nesting', `data: ${'['.repeat(100_001)}\n\n`],
    ['too many lines that end in carriage returns', `${'data:\r'.repeat(10_001)}\r`],
  ] as const) {
    it(`is stopped if an event has ${what}`, async () => {
      const { error } = await ask(sends([text]).fault);
      assert.equal(error?.reason, 'tooLarge');
    });
  }
});

describe('an answer within the limits', () => {
  afterEach(() => endpoint.close());

  it('is read if it is one event of 1 MB', async () => {
    const whole = 'x'.repeat(MEGABYTE);
    const { error, message } = await ask(sends([chunk({ content: whole }), chunk({}, 'stop')]).fault);
    assert.equal(error, undefined);
    assert.equal(message && textOf(message), whole);
  });

  for (const end of ['\n', '\r\n', '\r']) {
    it(`is read if it consists of many small events with lines that end in ${JSON.stringify(end)}`, async () => {
      const event = `data: {"choices":[{"delta":{"content":"a \\"b\\" \\\\"}}]}${end}${end}`;
      const last = `data: {"choices":[{"finish_reason":"stop"}]}${end}${end}`;
      const { error, message } = await ask(sends([...times(50, event.repeat(60)), last]).fault);
      assert.equal(error, undefined);
      assert.equal(message && textOf(message).length, 50 * 60 * 'a "b" \\'.length);
    });
  }

  for (const [what, piece, count] of [
    ['comments', ': still there\n\n'.repeat(40), 25],
    ['empty comments', ':\n\n'.repeat(200), 5],
    ['empty events', 'data: {}\n\n'.repeat(60), 10],
  ] as const) {
    it(`counts as interrupted if it contains only ${what}`, async () => {
      const { error } = await ask(sends(times(count, piece)).fault);
      assert.equal(error?.reason, 'interrupted');
    });
  }
});

describe('a list of models', () => {
  afterEach(() => endpoint.close());

  async function list(body: Iterable<string | Uint8Array>, headers: object = {}): Promise<number | string> {
    endpoint = await startFaultyEndpoint(sends(body, 200, headers).fault);
    try {
      return (await listModels({ baseUrl: endpoint.baseUrl })).length;
    } catch (error) {
      assert.ok(error instanceof ChatError);
      return error.reason;
    }
  }

  it('is read even if it has 600 models with long descriptions', async () => {
    const row = { id: 'm', description: 'd'.repeat(1_500), context_length: 8_192 };
    const rows = Array.from({ length: 600 }, (_, at) => ({ ...row, id: `vendor/model-${String(at)}` }));
    assert.equal(await list([JSON.stringify({ data: rows }, undefined, 2)]), 600);
  });

  it('is refused if it never ends or has 16 MB after decompression', async () => {
    assert.equal(await list(times(1_000_000, ' '.repeat(65_536))), 'tooLarge');
    await endpoint.close();
    const packed = gzipSync(Buffer.alloc(16 * MEGABYTE, ' '));
    assert.equal(await list([packed], { 'content-encoding': 'gzip' }), 'tooLarge');
  });

  it('is cut to 5,000 models if it has 10,000 models, and is refused if it has 100,000 models', async () => {
    const rows = (count: number): string => `[${Array(count).fill('{"id":"m"}').join(',')}]`;
    assert.equal(await list([rows(10_000)]), 5_000);
    await endpoint.close();
    assert.equal(await list([rows(100_000)]), 'tooLarge');
  });
});

describe('the reader of a response body', () => {
  const SLICE_BYTES = 16 * 1024;
  let turns: CountedTurns;

  beforeEach(() => {
    turns = new CountedTurns(1);
  });
  afterEach(() => turns.stop());

  it('lets the event loop run after every ten milliseconds, even if the body arrives very fast', async () => {
    const bytesByTurn = new Map<number, number>();
    for await (const slice of withBoundedEvents(new Response(' '.repeat(MEGABYTE))).body ?? [])
      bytesByTurn.set(turns.count, (bytesByTurn.get(turns.count) ?? 0) + slice.length);
    const counts = [...bytesByTurn.values()];
    assert.equal(
      counts.reduce((sum, bytes) => sum + bytes),
      MEGABYTE,
    );
    assert.ok(
      counts.every((bytes) => bytes <= 10 * SLICE_BYTES),
      counts.join(),
    );
  });

  it('lets other work run while it reads the whole body into one string', async () => {
    assert.equal((await readBounded(new Response(' '.repeat(MEGABYTE)))).length, MEGABYTE);
    assert.ok(turns.count >= MEGABYTE / SLICE_BYTES / 10 - 1, String(turns.count));
  });
});
