import { OpenAiModel } from '../../src/adapters/models/openAiModel.ts';
import type { Timers } from '../../src/adapters/models/watchdog.ts';
import { Cancellation } from '../../src/core/cancellation.ts';
import { ChatError, type ChatModel, type ChatRequest } from '../../src/core/ports.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import {
  answers,
  chunk,
  DONE,
  event,
  startFaultyEndpoint,
  streams,
  type Fault,
} from '../support/faultyEndpoint.ts';
import type { Trial } from './trial.ts';

type Random = () => number;

/**
 * The time after which a hanging request is cancelled. With the fast timers, all time limits of the model are much
 * shorter.
 */
const HANG_MS = 300_000;
/** Timers that run 300 times as fast, so that five minutes take one second. */
const FAST: Timers = {
  set: (callback, ms) => setTimeout(callback, ms / 300),
  clear: (timer) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
};

const REQUEST: ChatRequest = {
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }],
};

const call = (index: unknown, id: unknown, args: unknown): string =>
  chunk({ tool_calls: [{ index, id, function: { name: 'look', arguments: args } }] });

/** Valid and invalid pieces of a stream. */
const EVENTS = [
  chunk({ content: 'Hi.' }),
  chunk({ content: 'ä字😀\ud800\u0000' }),
  chunk({ content: null, reasoning_content: 'hm' }),
  chunk({ content: 7 }),
  chunk({ content: ['a', { type: 'text', text: 'b' }] }),
  chunk({ content: 'x'.repeat(200_000) }),
  call(0, 'c1', '{"path":'),
  call(0, 'c1', '"a.ts"}'),
  call(-1, '__proto__', '{}'),
  call(Infinity, null, null),
  call('0', '', '}{'),
  chunk({}, 'stop'),
  chunk({}, 'tool_calls'),
  chunk({}, 'length'),
  chunk({}, 'content_filter'),
  chunk({}, 'constructor'),
  event({ choices: [] }),
  event({ choices: 'none' }),
  event({ choices: [null] }),
  event({ choices: [{ delta: null }] }),
  event({ choices: [], usage: { prompt_tokens: -1, completion_tokens: 'many' } }),
  'data: {"choices":[],"usage":{"prompt_tokens":1e999,"completion_tokens":3}}\n\n',
  event({ error: { message: 'overloaded', type: 'server_error', code: null } }),
  event({ error: 'no' }),
  event('{"choices":[{"del'),
  event('null'),
  event('[]'),
  'event: error\ndata: {"message":"no"}\n\n',
  ': a comment\n\n',
  'id: 7\nretry: 0\n\n',
  'data:\n\n',
  '<html><body>Bad gateway</body></html>',
  '\r\n\r\n',
  '\uFEFF',
  DONE,
];

const BODIES: readonly (string | object)[] = [
  '',
  '<html>Bad gateway</html>',
  '{',
  'null',
  { error: { message: 'no', code: 'context_length_exceeded' } },
  { error: 'no' },
  { error: { message: null } },
  { error: [] },
  { detail: [{ msg: 'no', loc: ['body'] }] },
  { choices: [{ message: { content: 'not a stream' } }] },
  'x'.repeat(1_000_000),
];
const STATUSES = [
  200, 201, 204, 302, 400, 401, 402, 403, 404, 408, 413, 418, 422, 429, 500, 502, 503, 529, 599,
];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'retry-after': '-1' },
  { 'retry-after': 'soon' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'text/event-stream' },
  { 'content-type': 'image/png' },
  { location: 'http://127.0.0.1:1/' },
];

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/**
 * Returns a stream of random events that may be cut at a random byte. After the events, the stream ends, is reset or
 * stays silent.
 */
function someStream(random: Random): Fault {
  const events = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(random, EVENTS)).join('');
  const bytes = Buffer.from(events);
  const sent = random() < 0.5 ? bytes : bytes.subarray(0, Math.floor(random() * bytes.length));
  const end = pick(random, ['end', 'reset', 'silence'] as const);
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(sent.length === 0 ? ': \n' : sent, () => {
      if (end === 'end') response.end();
      if (end === 'reset') setImmediate(() => response.socket?.resetAndDestroy());
    });
  };
}

function someFault(random: Random): Fault {
  const kind = random();
  if (kind < 0.6) return someStream(random);
  if (kind < 0.95) return answers(pick(random, STATUSES), pick(random, BODIES), pick(random, HEADERS));
  return kind < 0.98 ? (response) => response.socket?.resetAndDestroy() : () => undefined;
}

/**
 * Returns how a request violated its contract; undefined if it did not. A request must end by itself with a complete
 * answer or an error message.
 */
async function problemOf(model: ChatModel): Promise<string | undefined> {
  const cancellation = new Cancellation();
  const timer = setTimeout(() => {
    cancellation.cancel();
  }, HANG_MS);
  try {
    let last = '';
    for await (const delta of model.stream(REQUEST, cancellation.signal)) last = delta.type;
    return last === 'finish' ? undefined : `ended with ${last || 'nothing'}, not with a finish or an error`;
  } catch (error) {
    if (!(error instanceof ChatError)) return `not a ChatError: ${String(error)}`;
    if (error.message.trim() === '' || error.message.length > 600)
      return `no short error message: ${error.message}`;
    return error.reason === 'cancelled' ? 'hung' : undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function trialOf(fault: Fault): Promise<readonly string[]> {
  const good = streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE);
  let isOver = false;
  const endpoint = await startFaultyEndpoint((response, request) => {
    (isOver ? good : fault)(response, request);
  });
  const profile = { id: 'test-model', supportsTools: true, encoding: 'o200k_base' } as const;
  const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile, timers: FAST });
  const problem = await problemOf(model);
  isOver = true;
  const after = await problemOf(model);
  await endpoint.close();
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(after === undefined ? [] : [`the valid answer after it: ${after}`]),
  ];
}

export const faults: Trial = {
  what: 'faults of a model’s endpoint',
  usual: 100,
  async run({ count, seed, progress }) {
    const failures: string[] = [];
    const unhandled = (error: unknown): void => void failures.push(`unhandled rejection: ${String(error)}`);
    process.on('unhandledRejection', unhandled);
    for (let done = 0; done < count; done++) {
      const problems = await trialOf(someFault(seededRandom(seed * 100_003 + done)));
      failures.push(...problems.map((problem) => `fault ${done + 1}: ${problem}`));
      progress(done + 1);
    }
    process.off('unhandledRejection', unhandled);
    return {
      failures,
      figures: 'each ended in an answer or an error message, and the next request was answered',
    };
  },
};
