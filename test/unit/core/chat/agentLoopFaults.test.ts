import assert from 'node:assert/strict';
import { ChatError } from '../../../../src/core/ports.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { CUT_OFF, runToolCall } from '../../../../src/core/chat/toolContract.ts';
import { ScriptedTurn, stop, text, told, toolNamed } from '../../../support/scriptedTurn.ts';

const broken = new ChatError('serverError', 'It failed.', true);
const tooLong = new ChatError('contextOverflow', 'Too long.', false);

describe('a failing model', () => {
  it('is asked again with growing pauses if no answer has begun', async () => {
    const turn = new ScriptedTurn([broken], [broken], [broken], [text('At last.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(
      turn.events.filter((event) => event.startsWith('retry')),
      ['retry 1000: It failed.', 'retry 4000: It failed.', 'retry 16000: It failed.'],
    );
    assert.deepEqual(told(turn), ['assistant: At last.']);
  });

  it('is asked at most four times', async () => {
    const turn = new ScriptedTurn([broken]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: broken });
    assert.equal(turn.requests, 4);
    assert.deepEqual(turn.log, []);
  });

  it('is asked again after the requested pause, unless the pause is too long', async () => {
    const soon = new ScriptedTurn(
      [new ChatError('rateLimited', 'Wait.', true, { retryAfterMs: 7_000 })],
      [text('ok'), stop],
    );
    await soon.run();
    assert.ok(soon.events.includes('retry 7000: Wait.'));
    const later = new ScriptedTurn([new ChatError('rateLimited', 'Wait.', true, { retryAfterMs: 61_000 })]);
    assert.equal((await later.run()).kind, 'failed');
    assert.equal(later.requests, 1);
  });

  it('is asked again after the default pauses of 1 and 4 seconds if the provider requests a pause of 0 seconds', async () => {
    const busy = new ChatError('rateLimited', 'Wait.', true, { retryAfterMs: 0 });
    const turn = new ScriptedTurn([busy], [busy], [text('ok'), stop]);
    await turn.run();
    assert.ok(turn.events.includes('retry 1000: Wait.') && turn.events.includes('retry 4000: Wait.'));
  });

  it('is asked again after a requested pause of a minute, but not after a longer pause', async () => {
    const pauses: number[] = [];
    const waiting = (retryAfterMs: number): ScriptedTurn =>
      new ScriptedTurn([new ChatError('rateLimited', 'Wait.', true, { retryAfterMs })], [text('ok'), stop]);
    const turn = waiting(60_000);
    turn.sleep = async (ms) => {
      await new Promise(setImmediate);
      pauses.push(ms, turn.requests);
    };
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(pauses, [60_000, 1]);
    assert.equal((await waiting(60_001).run()).kind, 'failed');
  });

  it('is not asked again if an answer has begun', async () => {
    const turn = new ScriptedTurn([text('The answer is'), broken]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: broken });
    assert.deepEqual(told(turn), ['assistant: The answer is']);
    assert.equal(turn.requests, 1);
    assert.ok(!turn.events.includes('answer'));
  });

  it('is asked again if only reasoning arrived', async () => {
    const turn = new ScriptedTurn([{ type: 'reasoning', text: 'hm' }, broken], [text('ok'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(told(turn), ['assistant: ok']);
  });

  it('is not asked again if a retry can’t help', async () => {
    const turn = new ScriptedTurn([new ChatError('unauthorized', 'Set the key again.', false)]);
    assert.equal((await turn.run()).kind, 'failed');
    assert.equal(turn.requests, 1);
  });

  it('ends the turn with the error’s message if the error is unexpected', async () => {
    for (const thrown of [new RangeError('bug'), 'text' as unknown as Error]) {
      const turn = new ScriptedTurn([
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
      const turn = new ScriptedTurn(script, [text('ok'), stop]);
      assert.deepEqual(await turn.run(), { kind: 'answered' });
      assert.ok(turn.events.some((event) => event.startsWith('retry 1000: The ')));
    });
  }

  it('ends the turn with the error “refused” if the whole answer was filtered', async () => {
    const end = await new ScriptedTurn([{ type: 'finish', reason: 'filtered' }]).run();
    assert.ok(end.kind === 'failed' && end.error.reason === 'refused');
  });
});

describe('a rejected request', () => {
  const refused = (status: number): ChatError => new ChatError('badRequest', 'No.', false, { status });

  for (const status of [400, 413, 422]) {
    it(`is retried once after a compaction if the window was nearly full and the status is ${String(status)}`, async () => {
      const turn = new ScriptedTurn([refused(status)], [text('Fits.'), stop]);
      turn.windowShare = 0.91;
      assert.deepEqual(await turn.run(), { kind: 'answered' });
      assert.deepEqual(turn.events, ['prepare', 'overflow', 'prepare', 'assistant', 'answer with usage']);
    });
  }

  it('is not tried a third time', async () => {
    const turn = new ScriptedTurn([refused(400)]);
    turn.windowShare = 1;
    const end = await turn.run();
    assert.deepEqual([end.kind, turn.requests], ['failed', 2]);
  });

  it('is reported immediately if the window was not nearly full', async () => {
    const turn = new ScriptedTurn([refused(400)]);
    turn.windowShare = 0.9;
    const end = await turn.run();
    assert.deepEqual([end.kind, turn.requests, turn.events], ['failed', 1, ['prepare']]);
  });

  for (const error of [
    refused(415),
    new ChatError('badRequest', 'No.', false),
    new ChatError('refused', 'Filtered.', false, { status: 400 }),
    new ChatError('noCredit', 'No money.', false, { status: 400 }),
  ]) {
    it(`is not retried if the error is ${error.reason} with ${error.status === undefined ? 'no status' : `the status ${error.status}`}`, async () => {
      const turn = new ScriptedTurn([error]);
      turn.windowShare = 1;
      assert.deepEqual(await turn.run(), { kind: 'failed', error });
      assert.equal(turn.requests, 1);
    });
  }
});

describe('an overlong request', () => {
  it('is compacted immediately and sent again', async () => {
    const turn = new ScriptedTurn([tooLong], [text('Fits.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.deepEqual(turn.events, ['prepare', 'overflow', 'prepare', 'assistant', 'answer with usage']);
  });

  it('is not compacted twice', async () => {
    const turn = new ScriptedTurn([tooLong]);
    assert.deepEqual(await turn.run(), { kind: 'failed', error: tooLong });
    assert.equal(turn.events.filter((event) => event === 'overflow').length, 1);
    assert.equal(turn.requests, 2);
  });

  it('fails if a compaction would gain nothing', async () => {
    const turn = new ScriptedTurn([tooLong]);
    turn.canCompact = false;
    assert.deepEqual(await turn.run(), { kind: 'failed', error: tooLong });
    assert.equal(turn.requests, 1);
  });

  it('is recognised by an empty answer that ended at the length limit', async () => {
    const turn = new ScriptedTurn([{ type: 'finish', reason: 'length' }], [text('Fits.'), stop]);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.ok(turn.events.includes('overflow'));
  });
});

describe('a tool call in a truncated answer', () => {
  it('runs only if the arguments of the call are complete', async () => {
    const tool = toolNamed('look', () => Promise.resolve('seen'));
    const signal = new AbortController().signal;
    const ports = { tools: [tool], secrets: { valueOf: () => undefined, hasUnnumbered: () => false } };
    const result = async (written: string, isCutOff: boolean): Promise<string> => {
      const call = { type: 'toolCall', callId: 'c', name: 'look', arguments: written } as const;
      return textOf(await runToolCall(call, { ...ports, isCutOff }, signal));
    };
    assert.equal(await result('{"a":"b', true), CUT_OFF);
    assert.match(await result('{"a":"b', false), /could not be read/);
    assert.equal(await result('{"a":"b"}', true), 'seen');
  });
});
