import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

/** Returns the log's system texts and models, in order. */
function recorded({ live }: Talk): readonly string[] {
  return live.entries.flatMap((entry) => {
    if (entry.kind === 'model') return [`${entry.model} ${String(entry.window ?? 'of no known window')}`];
    if (entry.kind !== 'message' || entry.message.role !== 'system') return [];
    const [part] = entry.message.parts;
    return [`${entry.message.slot ?? 'no slot'}: ${part?.text ?? ''}`];
  });
}

const slotless: Draft = {
  kind: 'message',
  message: { role: 'system', parts: [{ type: 'text', text: 'Imported.' }] },
};

describe('A log entry for the system text or the model', () => {
  it('is added at each change of the system text, and never twice in a row', async () => {
    const texts = ['One.', 'One.', 'Two.', 'Two.', 'One.'];
    const talk = await talkWith(['ok'], {
      ports: { systemText: () => Promise.resolve(texts.shift() ?? 'One.') },
    });
    for (let turn = 0; turn < 6; turn++) await say(talk, 'Hi');
    assert.deepEqual(recorded(talk), ['prompt: One.', 'scripted 1000', 'prompt: Two.', 'prompt: One.']);
  });

  it('is not repeated after an entry for other system text, such as imported text', async () => {
    const talk = await talkWith(['ok']);
    await say(talk, 'Hi');
    await talk.live.append(slotless);
    await talk.live.append({ ...slotless, message: { ...slotless.message, slot: 'rules' } as never });
    await say(talk, 'Hi');
    assert.deepEqual(recorded(talk).slice(2), ['no slot: Imported.', 'rules: Imported.']);
  });

  it('is added at each change of the model’s name or window, and never twice in a row', async () => {
    const profiles = [
      ...[
        { id: 'a', window: 1_000 },
        { id: 'a', window: 1_000 },
        { id: 'a', window: 2_000 },
      ],
      ...[{ id: 'b', window: 2_000 }, { id: 'b' }],
    ];
    let at = 0;
    const talk = await talkWith([], {
      ports: { model: () => new ScriptedModel(['ok'], { window: undefined, ...profiles[at] } as never) },
    });
    for (; at < profiles.length; at++) await say(talk, 'Hi');
    assert.deepEqual(recorded(talk), [
      'prompt: Be brief.',
      ...['a 1000', 'a 2000', 'b 2000', 'b of no known window'],
    ]);
    assert.ok(!('window' in (talk.live.entries.findLast(({ kind }) => kind === 'model') ?? {})));
  });

  it('precedes the person’s message', async () => {
    for (const after of [0, 1]) {
      const talk = await talkWith(['ok']);
      talk.log.failure = { error: new Error('The disk is full.'), after };
      await assert.rejects(talk.conversation.send([{ type: 'text', text: 'Hi' }]), /full/u);
      assert.deepEqual(talk.context(), []);
    }
  });
});
