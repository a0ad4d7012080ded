import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { finishStage } from '../../../../src/extension/stages/finishStage.ts';
import { completeStage } from '../../../../src/extension/tools/completeStage.ts';
import { liveOver } from '../../../support/liveSessions.ts';

describe('a finished stage', () => {
  let live: LiveSession;

  beforeEach(async () => {
    live = await liveOver();
  });

  const message = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });

  async function says(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await live.append({ kind: 'message', message: message(text) });
  }

  async function spans(title: string): Promise<readonly unknown[] | undefined> {
    const stage = await finishStage(live, { title, by: 'person' });
    return stage && [stage.title, stage.by, stage.first, stage.last, stage.messageCount];
  }

  it('contains the messages since the previous stage, without system text', async () => {
    const parts = [{ type: 'text' as const, text: 'Rules.' }];
    await live.append({ kind: 'message', message: { role: 'system', slot: 'prompt', parts } });
    await says('one', 'two');
    assert.deepEqual(await spans('First'), ['First', 'person', 'm2', 'm3', 2]);
    await says('three');
    assert.deepEqual(await spans('Second'), ['Second', 'person', 'm4', 'm4', 1]);
    await says('four', 'five');
    assert.deepEqual(await spans('Third'), ['Third', 'person', 'm5', 'm6', 2]);
    assert.equal(await spans('Fourth'), undefined);
  });

  it('also contains the messages of the previous stage that remain after a rewind into that stage', async () => {
    await says('one', 'two');
    await spans('First');
    await says('three', 'four');
    await spans('Second');
    await live.append({ kind: 'rewind', before: 'm4' });
    await says('five');
    assert.deepEqual(await spans('Again'), ['Again', 'person', 'm3', 'm5', 2]);
  });

  it('does not list a decision that the person struck', async () => {
    await says('Build it.', 'We decided on Redis.');
    await live.append({ kind: 'rule', text: 'We decided on Redis.', on: false });
    const stage = await finishStage(live, { by: 'person' });
    assert.equal(stage?.detailed, 'Asked: Build it.');
  });

  it('does not quote a message that the person excluded', async () => {
    await says('Never mind the lighthouse.', 'Build the harbour.');
    await live.append({ kind: 'exclude', target: 'm1', on: true });
    const stage = await finishStage(live, { by: 'person' });
    assert.deepEqual([stage?.first, stage?.detailed], ['m1', 'Asked: Build the harbour.']);
  });

  it('needs a title and a list of at most twenty decisions if the model finishes the stage', async () => {
    await says('one', 'two');
    const ask = async (title: string, count: number): Promise<readonly unknown[]> => {
      const decisions = Array.from({ length: count }, (_, at) => `Decision ${at}.`);
      const { text, isError } = await completeStage(live).run({ title, decisions }, neverCancelled);
      return [text.split(':')[0], isError];
    };
    const refused = ["complete_stage was called with arguments that don't fit. decisions", true];
    assert.deepEqual(await ask('Read', 21), refused);
    assert.deepEqual(await ask(' ', 1), [refused[0]?.toString().replace('decisions', 'title'), true]);
    assert.deepEqual(await ask(' Read ', 20), ['Stage “Read” is finished', false]);
    const told = await completeStage(live).run({ title: 'x' }, neverCancelled);
    assert.match(told.text, /don't fit\. decisions: /);
  });

  it('is confirmed to the model with the number and addresses of messages', async () => {
    await says('one', 'two');
    const { text } = await completeStage(live).run({ title: 'Read', decisions: [] }, neverCancelled);
    assert.equal(text, 'Stage “Read” is finished: 2 messages, m1 to m2.');
  });
});
