import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTokenCounter } from '../../src/adapters/tokens/inProcessTokenCounter.ts';
import type { Tool } from '../../src/core/chat/toolContract.ts';
import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { windowOf } from '../../src/core/context/window.ts';
import { textOf, toolCallsOf } from '../../src/core/log/message.ts';
import type { ChatDelta, ChatModel, ChatRequest, TokenCounter } from '../../src/core/ports.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import { silent } from '../support/liveSessions.ts';
import { say, talkWith } from '../support/talk.ts';
import { temporaryStore } from '../support/temporaryStore.ts';
import { withCommas, type Trial } from './trial.ts';

const WINDOW = 60_000;
const TURNS_PER_RULE = 15;
const TURNS_PER_COMPACTION = 15;
const FILES = 12;
/** The maximum growth of the heap in the second half of a day, in megabytes. The memory of the log is not counted. */
const MOST_GROWTH = 20;

type Files = Map<string, string>;

interface Edit {
  readonly path: string;
  readonly old_text: string;
  readonly new_text: string;
}

/** Tools that work on files in memory. */
function toolsOver(files: Files, linesOf: (count: number) => string): readonly Tool[] {
  const tool = (name: string, isReadOnly: boolean, run: (args: Edit) => string): Tool => ({
    schema: { name, description: '', parameters: {} },
    isReadOnly,
    run: (args) => Promise.resolve({ text: run(args as Edit), isError: false }),
  });
  return [
    tool('read_file', true, ({ path }) => files.get(path) ?? ''),
    tool('edit_file', false, (edit) => {
      applyTo(files, edit);
      return `Changed ${edit.path} and saved it.`;
    }),
    tool('run_command', false, () => linesOf(60)),
  ];
}

function applyTo(files: Files, { path, old_text: before, new_text: after }: Edit): void {
  files.set(
    path,
    (files.get(path) ?? '').replace(before, () => after),
  );
}

/** A model that reads two files, edits one file, runs a command in every third turn, and then answers. */
class ScriptedColleague implements ChatModel {
  readonly profile = {
    id: 'scripted',
    supportsTools: true,
    encoding: 'o200k_base',
    window: WINDOW,
  } as const;
  calls = 0;
  turn = 0;
  #step = 0;
  readonly #files: Files;
  readonly #onRequest: (request: ChatRequest) => void;

  constructor(files: Files, onRequest: (request: ChatRequest) => void) {
    this.#files = files;
    this.#onRequest = onRequest;
  }

  begin(turn: number): void {
    this.turn = turn;
    this.#step = 0;
  }

  async *stream(request: ChatRequest): AsyncIterable<ChatDelta> {
    await Promise.resolve();
    this.#onRequest(request);
    const calls = this.#callsOf(this.#step++);
    if (calls.length === 0) yield { type: 'text', text: `Step ${String(this.turn)} of the work is done.` };
    for (const [index, [name, args]] of calls.entries())
      yield {
        ...{ type: 'toolCall', index, callId: `c${String(this.calls++)}` },
        ...{ name, arguments: JSON.stringify(args) },
      };
    yield { type: 'finish', reason: calls.length > 0 ? 'toolCalls' : 'stop' };
  }

  #callsOf(step: number): readonly (readonly [name: string, args: object])[] {
    const { turn } = this;
    const path = pathOf(turn);
    if (step === 0)
      return [
        ['read_file', { path }],
        ['read_file', { path: pathOf(turn + 1) }],
      ];
    if (step === 1) {
      const [old_text = ''] = /^.*change \d+.*$/mu.exec(this.#files.get(path) ?? '') ?? [];
      return [
        [
          'edit_file',
          { path, old_text, new_text: `const change${String(turn)} = 1; // change ${String(turn)}` },
        ],
      ];
    }
    return step === 2 && turn % 3 === 0 ? [['run_command', { command: `npm run build${String(turn)}` }]] : [];
  }
}

function pathOf(turn: number): string {
  return `src/part${String(turn % FILES)}.ts`;
}

function ruleOf(turn: number): string {
  return `Never rename the table orders_${String(turn)}.`;
}

/** Returns the token count of the texts and arguments of a request. Does not use the session's own token count. */
function tokensOf({ messages }: ChatRequest, counter: TokenCounter): number {
  return messages
    .flatMap((message) => [textOf(message), ...toolCallsOf(message).map((call) => call.arguments)])
    .reduce((sum, text) => sum + counter.countSmall(text), 0);
}

/** Returns the megabytes of the heap after a garbage collection. */
function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

async function runDay(turns: number, seed: number, isTimed: boolean, progress: (done: number) => void) {
  const random = seededRandom(seed);
  const linesOf = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `const value${String(at)} = '${random().toString(36).slice(2)}';`,
    ).join('\n');
  const files: Files = new Map(
    Array.from({ length: FILES }, (_, at) => [pathOf(at), `${linesOf(60)}\n// change 0\n${linesOf(20)}`]),
  );
  const beginning = new Map(files);
  const failures: string[] = [];
  const rules: string[] = [];
  const counter = await createTokenCounter('o200k_base');
  const { usableTokens } = windowOf({ window: WINDOW }, DEFAULT_SETTINGS);
  let [requests, largest] = [0, 0];
  const model = new ScriptedColleague(files, (request) => {
    requests += 1;
    const tokens = tokensOf(request, counter);
    largest = Math.max(largest, tokens);
    const where = `in turn ${String(model.turn)} with the seed ${String(seed)}`;
    if (tokens > usableTokens) failures.push(`a request of ${withCommas(tokens)} tokens ${where}`);
    const sent = request.messages.map(textOf).join('\n');
    for (const rule of rules) if (!sent.includes(rule)) failures.push(`“${rule}” was not sent ${where}`);
  });
  const temporary = temporaryStore();
  try {
    const log = await temporary.store.create();
    const ports = {
      ...{ log, counter, clock: { now: () => 0, monotonic: () => 0 }, logger: silent },
      redactor: { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) },
    };
    const live = await LiveSession.open(ports);
    const talk = await talkWith([], {
      ports: {
        ...{
          live,
          model: () => model,
          settings: () => DEFAULT_SETTINGS,
          companions: () => Promise.resolve([]),
        },
        ...{ tools: () => toolsOver(files, linesOf), maxSteps: () => 10 },
      },
    });
    const heaps: number[] = [];
    for (let turn = 1; turn <= turns; turn += 1) {
      const rule = turn % TURNS_PER_RULE === 1 ? ruleOf(turn) : undefined;
      if (rule !== undefined) rules.push(rule);
      model.begin(turn);
      await say(talk, `Please do step ${String(turn)}.${rule === undefined ? '' : ` ${rule}`}`);
      talk.events.length = 0;
      if (isTimed && (turn === Math.ceil(turns / 2) || turn === turns)) heaps.push(heap());
      progress(turn);
    }
    const compactions = live.session.compactions.length;
    if (compactions < Math.floor(turns / TURNS_PER_COMPACTION))
      failures.push(`only ${String(compactions)} compactions with the seed ${String(seed)}`);
    const expected = replayed(beginning, live);
    for (const [path, text] of files)
      if (expected.get(path) !== text)
        failures.push(`${path} differs from the log’s edits with the seed ${String(seed)}`);
    await log.close();
    const again = await LiveSession.open({ ...ports, log: await temporary.store.open(log.sessionId) });
    if (!isDeepStrictEqual(again.context, live.context))
      failures.push(`the context differs after the log was read again, with the seed ${String(seed)}`);
    await again.log.close();
    const [half = 0, end = 0] = heaps;
    const characters = live.session.messages.reduce((sum, { message }) => sum + textOf(message).length, 0);
    const growth = end - half - characters / 2 / 2 ** 20;
    if (growth > MOST_GROWTH) failures.push(`the heap grew by ${growth.toFixed(0)} MB in the second half`);
    const figures = [
      `${withCommas(model.calls)} calls, ${withCommas(requests)} requests of at most ${withCommas(largest)} of ${withCommas(usableTokens)} tokens`,
      `${String(compactions)} compactions, ${String(rules.length)} rules in every request`,
      `heap ${half.toFixed(0)} MB at half, ${end.toFixed(0)} MB at the end`,
    ].join('; ');
    return { failures: [...new Set(failures)], figures };
  } finally {
    temporary.remove();
  }
}

/** Returns the files after the edits in the log. */
function replayed(beginning: Files, { session }: LiveSession): Files {
  const files = new Map(beginning);
  for (const { message } of session.messages)
    for (const call of toolCallsOf(message))
      if (call.name === 'edit_file') applyTo(files, JSON.parse(call.arguments) as Edit);
  return files;
}

/**
 * A day of work in one session. Uses the agent loop of the chat, a scripted model and a log on disk, but no summaries
 * by a model.
 */
export const day: Trial = {
  what: 'turns of a scripted day in one session',
  usual: 300,
  run: ({ count, seed, isTimed = false, progress }) => runDay(count, seed, isTimed, progress),
};
