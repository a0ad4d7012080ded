import assert from 'node:assert/strict';
import { ChatError, type ChatModel } from '../../../../src/core/ports.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

/** Returns a talk whose first answer breaks off after some words. */
async function brokenOff(): Promise<Talk & { readonly requests: ScriptedModel['requests'] }> {
  const answering = new ScriptedModel(['blue, green.'], { window: 1_000 });
  const breaking: ChatModel = {
    profile: answering.profile,
    async *stream() {
      yield { type: 'text', text: 'Red, ' };
      await Promise.resolve();
      throw new ChatError('interrupted', 'The answer broke off.', true);
    },
  };
  let model = breaking;
  const talk = await talkWith([], { ports: { model: () => model } });
  await say(talk, 'Name three colours.');
  model = answering;
  return { ...talk, requests: answering.requests };
}

describe('An answer that broke off', () => {
  it('is completed after “Try Again”: the request ends with a text of Longthread, not with the answer', async () => {
    const { conversation, requests, context, ends } = await brokenOff();
    conversation.retry();
    await conversation.settled();
    const [first, answer, newest] = requests[0]?.messages.filter(({ role }) => role !== 'system') ?? [];
    assert.deepEqual([first?.role, answer?.role, newest?.role], ['user', 'assistant', 'user']);
    assert.ok(newest?.parts.every((part) => part.type === 'text' && part.origin === 'client'));
    assert.deepEqual(ends(), ['failed', 'answered']);
    assert.deepEqual(context().slice(1), ['assistant: Red, ', 'assistant: blue, green.']);
  });

  it('is followed by the person’s message, without a request to complete the answer, if the person writes one', async () => {
    const talk = await brokenOff();
    await say(talk, 'Only two.');
    const newest = talk.requests[0]?.messages.at(-1);
    assert.deepEqual(
      newest?.parts.map((part) => (part.type === 'text' ? part.text : part.type)),
      ['a note', 'Only two.'],
    );
  });
});
