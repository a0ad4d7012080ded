import assert from 'node:assert/strict';
import { NOT_BEGUN } from '../../../../src/core/tools/noEffect.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { call, callsEnd, ScriptedTurn, stop, text, told, toolNamed } from '../../../support/scriptedTurn.ts';

describe('a turn', () => {
  it('ends when the model answers without a tool call', async () => {
    const turn = new ScriptedTurn([text('Hel'), text('lo.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: Hello.']);
    assert.deepEqual(turn.deltas, [text('Hel'), text('lo.'), stop]);
    assert.deepEqual(turn.events, ['prepare', 'assistant', 'answer with usage']);
  });

  it('reports the model’s id for each request', async () => {
    const turn = new ScriptedTurn([call(0, 'look'), callsEnd], [text('Done.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    await turn.run();
    assert.deepEqual(turn.asked, ['fake', 'fake']);
  });

  it('runs the called tools and asks the model again', async () => {
    const turn = new ScriptedTurn([call(0, 'look'), callsEnd], [text('Done.'), stop]);
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

  it('runs read-only tools in parallel and appends the results in the order of the calls', async () => {
    const started: string[] = [];
    let release: () => void = () => undefined;
    const second = new Promise<void>((resolve) => (release = resolve));
    const turn = new ScriptedTurn([call(0, 'slow'), call(1, 'fast'), callsEnd], [text('ok'), stop]);
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

  it('runs tools with side effects one at a time', async () => {
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
    const turn = new ScriptedTurn([call(0, 'write'), call(1, 'write'), callsEnd], [text('ok'), stop]);
    turn.tools = [writing];
    await turn.run();
    assert.deepEqual(steps, ['begin', 'end', 'begin', 'end']);
  });

  it('lets a read wait for an earlier write, and a write for an earlier read', async () => {
    const steps: string[] = [];
    const timed = (name: string, isReadOnly: boolean) =>
      toolNamed(
        name,
        async () => {
          steps.push(`${name} begins`);
          await new Promise(setImmediate);
          steps.push(`${name} ends`);
          return name;
        },
        isReadOnly,
      );
    const called = ['read a', 'write', 'read b', 'read c'];
    const turn = new ScriptedTurn(
      [...called.map((name, at) => call(at, name)), callsEnd],
      [text('ok'), stop],
    );
    turn.tools = called.map((name) => timed(name, name !== 'write'));
    await turn.run();
    assert.deepEqual(steps, [
      ...['read a begins', 'read a ends'],
      ...['write begins', 'write ends'],
      ...['read b begins', 'read c begins', 'read b ends', 'read c ends'],
    ]);
    assert.deepEqual(
      told(turn).slice(1, 5),
      called.map((name) => `tool: ${name}`),
    );
  });

  it('lets the model correct invalid arguments', async () => {
    const turn = new ScriptedTurn([call(0, 'look', '{"a'), callsEnd], [text('Sorry.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.match(told(turn)[1] ?? '', /could not be read/);
  });

  it('sends nothing to the model if the session refuses the request as too large', async () => {
    const turn = new ScriptedTurn([text('never'), stop]);
    turn.refusal = { kind: 'refused', reason: 'tooLarge', sentence: 'This message alone is too large.' };
    assert.deepEqual(await turn.run(), turn.refusal);
    assert.equal(turn.requests, 0);
  });

  it('waits for each write to the log', async () => {
    const turn = new ScriptedTurn([call(0, 'look'), call(1, 'look'), callsEnd], [text('Done.'), stop]);
    const steps: string[] = [];
    let slow = 8;
    // Each write takes less time than the previous write, so without waiting, the order would change.
    const later = async (what: string): Promise<void> => {
      for (let pause = slow--; pause > 0; pause--) await new Promise(setImmediate);
      steps.push(what);
    };
    turn.tools = [toolNamed('look', () => Promise.resolve(void steps.push('looks')).then(() => 'seen'))];
    turn.append = (message) => later(`wrote ${message.role}`);
    turn.onAnswer = () => later('checked');
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(steps, [
      ...['wrote assistant', 'checked', 'looks', 'looks', 'wrote tool', 'wrote tool'],
      ...['wrote assistant', 'checked'],
    ]);
  });

  it('stops at the step limit only once all calls have results', async () => {
    const turn = new ScriptedTurn([call(0, 'look'), callsEnd]);
    turn.tools = [toolNamed('look', () => Promise.resolve(`look ${turn.requests}`))];
    const end = await turn.run(3);
    assert.ok(end.kind === 'stepLimit');
    assert.match(end.sentence, /after 3 steps/);
    assert.deepEqual(told(turn).slice(-2), ['assistant: look {}', 'tool: look 3']);
    assert.equal(turn.requests, 3);
  });
});

describe('a turn that is stopped or fails', () => {
  it('keeps the text that arrived before the stop', async () => {
    const turn: ScriptedTurn = new ScriptedTurn([
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

  it('marks calls as not begun if the turn is stopped while the model is writing the calls', async () => {
    const turn: ScriptedTurn = new ScriptedTurn([
      call(0, 'look', '{"path":'),
      () => {
        turn.cancellation.cancel();
      },
      new ChatError('cancelled', 'Stopped.', false),
    ]);
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual(told(turn), ['assistant: look {"path":', `tool: ${NOT_BEGUN}`]);
  });

  it('ends only after the log has a result for each call, even if the model fails', async () => {
    const turn: ScriptedTurn = new ScriptedTurn([
      ...[call(0, 'look'), call(1, 'look')],
      new ChatError('serverError', 'It failed.', true),
    ]);
    const written: string[] = [];
    turn.append = async ({ role }) => {
      await new Promise(setImmediate);
      written.push(role);
    };
    assert.equal((await turn.run()).kind, 'failed');
    assert.deepEqual(written, ['assistant', 'tool', 'tool']);
  });

  it('interrupts the running tools and skips the waiting calls after the stop', async () => {
    const turn = new ScriptedTurn([call(0, 'hang'), call(1, 'write'), callsEnd], [text('never'), stop]);
    turn.tools = [
      toolNamed('hang', () => {
        turn.cancellation.cancel();
        return new Promise(() => undefined);
      }),
      toolNamed('write', () => Promise.resolve('written'), false),
    ];
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual(told(turn).slice(1), ['tool: [interrupted]', `tool: ${NOT_BEGUN}`]);
    assert.equal(turn.requests, 1);
  });

  it('sends nothing if the turn is stopped before or while the request is prepared', async () => {
    const early = new ScriptedTurn([text('never'), stop]);
    early.cancellation.cancel();
    assert.deepEqual(await early.run(), { kind: 'stopped' });
    assert.deepEqual(early.events, []);

    const late = new ScriptedTurn([text('never'), stop]);
    const prepare = late.prepareRequest.bind(late);
    late.prepareRequest = () => {
      late.cancellation.cancel();
      return prepare();
    };
    assert.deepEqual(await late.run(), { kind: 'stopped' });
    assert.deepEqual(late.log, []);
  });

  it('ends as stopped, even if the model fails because of the stop', async () => {
    const turn: ScriptedTurn = new ScriptedTurn([
      () => {
        turn.cancellation.cancel();
      },
      new TypeError('terminated'),
    ]);
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.deepEqual([turn.log, turn.events], [[], ['prepare']]);
  });

  it('keeps an answer that was complete before the stop', async () => {
    const turn: ScriptedTurn = new ScriptedTurn([text('All of it.'), stop]);
    turn.onDelta = (delta) => {
      if (delta.type === 'finish') turn.cancellation.cancel();
    };
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: All of it.']);
  });
});
