import assert from 'node:assert/strict';
import { Cancellation, type CancelSignal } from '../../../../src/core/cancellation.ts';
import {
  runTurn,
  type PreparedRequest,
  type TurnEnd,
  type TurnLimits,
  type TurnPorts,
} from '../../../../src/core/chat/agentLoop.ts';
import type { Tool } from '../../../../src/core/chat/toolContract.ts';
import { ChatError, type ChatDelta, type ChatModel } from '../../../../src/core/ports.ts';
import { textOf, type Message } from '../../../../src/core/session/message.ts';

/** One answer of the fake model: deltas in order; an error is thrown, a function is run between deltas. */
type Script = readonly (ChatDelta | Error | (() => void))[];

const stop: ChatDelta = { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 2 } };
const callsEnd: ChatDelta = { type: 'finish', reason: 'toolCalls' };
const text = (words: string): ChatDelta => ({ type: 'text', text: words });
const call = (index: number, name: string, args = '{}'): ChatDelta => ({
  type: 'toolCall',
  index,
  callId: `c${String(index)}`,
  name,
  arguments: args,
});
const broken = new ChatError('serverError', 'It failed.', true);
const tooLong = new ChatError('contextOverflow', 'Too long.', false);

class Turn implements TurnPorts {
  readonly log: Message[] = [];
  readonly deltas: ChatDelta[] = [];
  readonly events: string[] = [];
  readonly cancellation = new Cancellation();
  tools: readonly Tool[] = [];
  refusal: string | undefined;
  canCompact = true;
  requests = 0;
  readonly #scripts: Script[];

  constructor(...scripts: Script[]) {
    this.#scripts = scripts;
  }

  run(limits?: TurnLimits): Promise<TurnEnd> {
    return runTurn(this, this.cancellation.signal, limits);
  }

  prepareRequest(): Promise<PreparedRequest> {
    this.events.push('prepare');
    if (this.refusal !== undefined) return Promise.resolve({ kind: 'refused', sentence: this.refusal });
    return Promise.resolve({ kind: 'ready', model: this.#model(), request: { messages: [], tools: [] } });
  }

  append(message: Message): Promise<void> {
    this.log.push(message);
    this.events.push(message.role);
    return Promise.resolve();
  }

  onDelta(delta: ChatDelta): void {
    this.deltas.push(delta);
  }

  onAnswer(usage: unknown): Promise<void> {
    this.events.push(usage === undefined ? 'answer' : 'answer with usage');
    return Promise.resolve();
  }

  onOverflow(): Promise<boolean> {
    this.events.push('overflow');
    return Promise.resolve(this.canCompact);
  }

  onRetry(error: ChatError, delayMs: number): void {
    this.events.push(`retry ${error.reason} ${String(delayMs)}`);
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }

  newCallId(): string {
    return 'own';
  }

  #model(): ChatModel {
    const script = this.#scripts[Math.min(this.requests++, this.#scripts.length - 1)] ?? [];
    return {
      profile: { id: 'fake', supportsTools: true, encoding: 'o200k_base' },
      async *stream() {
        for (const step of script) {
          await Promise.resolve();
          if (step instanceof Error) throw step;
          if (typeof step === 'function') step();
          else yield step;
        }
      },
    };
  }
}

function toolNamed(name: string, run: (signal: CancelSignal) => Promise<string>, isReadOnly = true): Tool {
  return {
    schema: { name, description: '', parameters: {} },
    isReadOnly,
    run: async (_args, signal) => ({ text: await run(signal), isError: false }),
  };
}

function told(turn: Turn): readonly string[] {
  return turn.log.map((message) => `${message.role}: ${textOf(message)}`);
}

describe('a turn', () => {
  it('ends with an answer without calls, told delta by delta and kept whole', async () => {
    const turn = new Turn([text('Hel'), text('lo.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: Hello.']);
    assert.deepEqual(turn.deltas, [text('Hel'), text('lo.'), stop]);
    assert.deepEqual(turn.events, ['prepare', 'assistant', 'answer with usage']);
  });

  it('runs the tools that are called and asks again, checking before each request and after each answer', async () => {
    const turn = new Turn([call(0, 'look'), callsEnd], [text('Done.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: look {}', 'tool: seen', 'assistant: Done.']);
    assert.deepEqual(turn.events, [
      'prepare',
      'assistant',
      'answer',
      'tool',
      'prepare',
      'assistant',
      'answer with usage',
    ]);
  });

  it('runs reading tools side by side and appends the results in the order of the calls', async () => {
    const started: string[] = [];
    let release: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (release = resolve));
    const turn = new Turn([call(0, 'slow'), call(1, 'fast'), callsEnd], [text('ok'), stop]);
    turn.tools = [
      toolNamed('slow', async () => {
        started.push('slow');
        await second;
        return 'slow result';
      }),
      toolNamed('fast', () => {
        started.push('fast');
        release();
        return Promise.resolve('fast result');
      }),
    ];
    await turn.run();
    assert.deepEqual(started, ['slow', 'fast']);
    assert.deepEqual(told(turn).slice(1, 3), ['tool: slow result', 'tool: fast result']);
  });

  it('runs tools that change something one after the other', async () => {
    const steps: string[] = [];
    const writing = toolNamed(
      'write',
      async () => {
        steps.push('begin');
        await Promise.resolve();
        steps.push('end');
        return 'written';
      },
      false,
    );
    const turn = new Turn([call(0, 'write'), call(1, 'write'), callsEnd], [text('ok'), stop]);
    turn.tools = [writing];
    await turn.run();
    assert.deepEqual(steps, ['begin', 'end', 'begin', 'end']);
  });

  it('lets the model put right arguments it got wrong', async () => {
    const turn = new Turn([call(0, 'look', '{"a'), callsEnd], [text('Sorry.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.match(told(turn)[1] ?? '', /could not be read/);
  });

  it('sends nothing when the request is refused, and says why', async () => {
    const turn = new Turn([text('never'), stop]);
    turn.refusal = 'This message alone is too large.';
    assert.deepEqual(await turn.run(), { kind: 'refused', sentence: 'This message alone is too large.' });
    assert.equal(turn.requests, 0);
  });

  it('stops at the step limit with every call answered', async () => {
    const turn = new Turn([call(0, 'look'), callsEnd]);
    turn.tools = [toolNamed('look', () => Promise.resolve('again'))];
    const end = await turn.run({ steps: 3, retries: { limit: 0, firstDelayMs: 0, longestDelayMs: 0 } });
    assert.equal(end.kind, 'stepLimit');
    assert.match(end.kind === 'stepLimit' ? end.sentence : '', /after 3 steps/);
    assert.deepEqual(told(turn).slice(-2), ['assistant: look {}', 'tool: again']);
    assert.equal(turn.requests, 3);
  });
});

describe('stopping a turn', () => {
  it('keeps the text that had arrived', async () => {
    const turn: Turn = new Turn([
      text('Half an ans'),
      () => {
        turn.cancellation.cancel();
      },
      text('wer'),
      stop,
    ]);
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    const [kept] = turn.log;
    assert.equal(kept?.role === 'assistant' && kept.finish, 'interrupted');
    assert.match(told(turn)[0] ?? '', /^assistant: Half an ans/);
  });

  it('gives open calls the result [interrupted] when the stream was stopped among them', async () => {
    const turn: Turn = new Turn([
      call(0, 'look', '{"path":'),
      () => {
        turn.cancellation.cancel();
      },
      new ChatError('cancelled', 'Stopped.', false),
    ]);
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual(told(turn), ['assistant: look {"path":', 'tool: [interrupted]']);
  });

  it('interrupts the tools that run and all that would come', async () => {
    const turn = new Turn([call(0, 'hang'), call(1, 'write'), callsEnd], [text('never'), stop]);
    turn.tools = [
      toolNamed('hang', () => {
        turn.cancellation.cancel();
        return new Promise(() => undefined);
      }),
      toolNamed('write', () => Promise.resolve('written'), false),
    ];
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual(told(turn).slice(1), ['tool: [interrupted]', 'tool: [interrupted]']);
    assert.equal(turn.requests, 1);
  });

  it('sends nothing when it was stopped before, or while the request was made', async () => {
    const early = new Turn([text('never'), stop]);
    early.cancellation.cancel();
    assert.deepEqual(await early.run(), { kind: 'stopped' });
    assert.deepEqual(early.events, []);

    const late = new Turn([text('never'), stop]);
    const prepare = late.prepareRequest.bind(late);
    late.prepareRequest = () => {
      late.cancellation.cancel();
      return prepare();
    };
    assert.deepEqual(await late.run(), { kind: 'stopped' });
    assert.deepEqual(late.log, []);
  });

  it('is no error when the model throws something else on being stopped', async () => {
    const turn: Turn = new Turn([
      () => {
        turn.cancellation.cancel();
      },
      new TypeError('terminated'),
    ]);
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual(turn.log, []);
  });

  it('keeps an answer that was complete', async () => {
    const turn: Turn = new Turn([text('All of it.'), stop]);
    turn.onDelta = (delta) => {
      if (delta.type === 'finish') turn.cancellation.cancel();
    };
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: All of it.']);
  });
});

describe('a model that fails', () => {
  it('is asked again with growing pauses before anything was said', async () => {
    const turn = new Turn([broken], [broken], [text('At last.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(
      turn.events.filter((event) => event.startsWith('retry')),
      ['retry serverError 2000', 'retry serverError 8000'],
    );
    assert.deepEqual(told(turn), ['assistant: At last.']);
  });

  it('fails the turn when it keeps failing', async () => {
    const turn = new Turn([broken]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: broken });
    assert.equal(turn.requests, 3);
    assert.deepEqual(turn.log, []);
  });

  it('is given the pause it asked for, unless that is too long', async () => {
    const soon = new Turn([new ChatError('rateLimited', 'Wait.', true, 7_000)], [text('ok'), stop]);
    await soon.run();
    assert.ok(soon.events.includes('retry rateLimited 7000'));
    const later = new Turn([new ChatError('rateLimited', 'Wait.', true, 61_000)]);
    assert.equal((await later.run()).kind, 'failed');
    assert.equal(later.requests, 1);
  });

  it('is not asked again after it began to speak, and what it said is kept', async () => {
    const turn = new Turn([text('The answer is'), broken]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: broken });
    assert.deepEqual(told(turn), ['assistant: The answer is']);
    assert.equal(turn.requests, 1);
    assert.ok(!turn.events.includes('answer'));
  });

  it('is asked again when only its reasoning was heard', async () => {
    const turn = new Turn([{ type: 'reasoning', text: 'hm' }, broken], [text('ok'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: ok']);
  });

  it('is not asked again when asking again is useless', async () => {
    const turn = new Turn([new ChatError('unauthorized', 'Set the key again.', false)]);
    assert.equal((await turn.run()).kind, 'failed');
    assert.equal(turn.requests, 1);
  });

  it('is told with its words when it throws what it should not', async () => {
    for (const thrown of [new RangeError('bug'), 'text' as unknown as Error]) {
      const turn = new Turn([
        text('x'),
        () => {
          throw thrown;
        },
      ]);
      const end = await turn.run();
      assert.ok(
        end.kind === 'failed' && end.error.message.includes(thrown instanceof Error ? 'bug' : 'text'),
      );
      assert.equal(end.error.isRetryable, false);
    }
  });

  for (const script of [
    [],
    [{ type: 'finish', reason: 'stop' } as const],
    [{ type: 'reasoning', text: 'hm' } as const, stop],
  ]) {
    it(`is asked again after an empty answer of ${String(script.length)} deltas`, async () => {
      const turn = new Turn(script, [text('ok'), stop]);
      assert.deepEqual(await turn.run(), { kind: 'answered' });
      assert.ok(turn.events.includes('retry interrupted 2000'));
    });
  }

  it('fails when its answer was filtered away', async () => {
    const end = await new Turn([{ type: 'finish', reason: 'filtered' }]).run();
    assert.ok(end.kind === 'failed' && end.error.reason === 'refused');
  });
});

describe('a request that is too long for the model', () => {
  it('is compacted at once and sent again', async () => {
    const turn = new Turn([tooLong], [text('Fits.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(turn.events, ['prepare', 'overflow', 'prepare', 'assistant', 'answer with usage']);
  });

  it('is not compacted twice', async () => {
    const turn = new Turn([tooLong]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: tooLong });
    assert.equal(turn.events.filter((event) => event === 'overflow').length, 1);
    assert.equal(turn.requests, 2);
  });

  it('fails when nothing could be gained', async () => {
    const turn = new Turn([tooLong]);
    turn.canCompact = false;
    assert.deepEqual(await turn.run(), { kind: 'failed', error: tooLong });
    assert.equal(turn.requests, 1);
  });

  it('is known by an answer that ended for length before it began', async () => {
    const turn = new Turn([{ type: 'finish', reason: 'length' }], [text('Fits.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.ok(turn.events.includes('overflow'));
  });
});
