import { ChatError } from '../../../../src/core/ports.ts';
import assert from 'node:assert/strict';
import { textOf } from '../../../../src/core/log/message.ts';
import { askUser } from '../../../../src/extension/tools/askUser.ts';
import type { ScriptedAnswer } from '../../../support/scriptedModel.ts';
import { toolNamed } from '../../../support/scriptedTurn.ts';
import { talkWith, type Talk } from '../../../support/talk.ts';

const said = (talk: Talk): readonly string[] =>
  talk.live.session.messages
    .filter(({ message }) => message.role !== 'system')
    .map(({ message }) => `${message.role}: ${textOf(message).replace('a note\n', '')}`);
const parts = (text: string) => [{ type: 'text', text }] as const;

/** Returns a talk whose model calls a tool and then answers. `during` runs while the tool runs. */
async function talkDuring(during: (talk: Talk) => Promise<unknown> | undefined): Promise<Talk> {
  const look = toolNamed('look', async () => {
    await during(talk);
    return 'seen';
  });
  const replies = [{ calls: ['{}'], tool: 'look' }, 'I see.', 'Then this.'];
  const talk: Talk = await talkWith(replies, { ports: { tools: () => [look] } });
  await talk.conversation.send(parts('Look'));
  await talk.conversation.settled();
  return talk;
}

describe('A message written while the model works', () => {
  it('is sent after the results of the calls if the message is meant for the running turn', async () => {
    const talk = await talkDuring(({ conversation }) =>
      conversation.send(parts('Not that one.'), 'nextRequest'),
    );
    assert.deepEqual(said(talk), [
      'user: Look',
      'assistant: look {}',
      'tool: seen',
      'user: Not that one.',
      'assistant: I see.',
    ]);
    assert.match(talk.model.read(1), /Not that one\./u);
    assert.deepEqual(talk.conversation.waiting.all, []);
  });

  it('is sent after the turn if the message is queued', async () => {
    const talk = await talkDuring(({ conversation }) => conversation.send(parts('Now that.'), 'turnEnd'));
    assert.deepEqual(said(talk).slice(2), [
      'tool: seen',
      'assistant: I see.',
      'user: Now that.',
      'assistant: Then this.',
    ]);
    assert.doesNotMatch(talk.model.read(1), /Now that/u);
  });

  it('answers a question in the model’s current response if the message is meant for the running turn', async () => {
    const asks = (): ScriptedAnswer => {
      void talk.conversation.send(parts('The second.'), 'nextRequest');
      return { calls: [JSON.stringify({ question: 'Which one?' })], tool: 'ask_user' };
    };
    const talk: Talk = await talkWith([asks, 'The second it is.'], { ports: { tools: () => [askUser] } });
    await talk.conversation.send(parts('Look'));
    await talk.conversation.settled();
    assert.deepEqual(talk.ends(), ['answered']);
    assert.deepEqual(said(talk).slice(-2), ['user: The second.', 'assistant: The second it is.']);
  });

  it('keeps waiting while a question is open, if the message is queued', async () => {
    const asks = (): ScriptedAnswer => {
      void talk.conversation.send(parts('Now that.'), 'turnEnd');
      return { calls: [JSON.stringify({ question: 'Which one?' })], tool: 'ask_user' };
    };
    const replies = [asks, 'The second it is.', 'Then this.'];
    const talk: Talk = await talkWith(replies, { ports: { tools: () => [askUser] } });
    await talk.conversation.send(parts('Look'));
    await talk.conversation.settled();
    await talk.conversation.send(parts('The second.'));
    await talk.conversation.settled();
    assert.deepEqual(said(talk).slice(-4), [
      'user: The second.',
      'assistant: The second it is.',
      'user: Now that.',
      'assistant: Then this.',
    ]);
  });

  it('does not answer a question that the model asks in a later response, even if the message is meant for the running turn', async () => {
    const busy = new ChatError('rateLimited', 'Too many requests.', true);
    const asks = { calls: [JSON.stringify({ question: 'Which one?' })], tool: 'ask_user' };
    const fails = (): Error => {
      void talk.conversation.send(parts('Soon.'), 'nextRequest');
      return busy;
    };
    const talk: Talk = await talkWith([fails, asks, 'Never.'], { ports: { tools: () => [askUser] } });
    await talk.conversation.send(parts('Look'));
    await talk.conversation.settled();
    assert.deepEqual(talk.ends(), ['asked']);
    assert.equal(talk.model.requests.length, 2);
  });

  it('can be taken back before it is sent', async () => {
    const talk = await talkDuring(async ({ conversation }) => {
      const { waiting } = conversation;
      await conversation.send(parts('One.'), 'nextRequest');
      await conversation.send(parts('Two.'), 'nextRequest');
      assert.deepEqual(
        waiting.takeBack(waiting.all[0]?.id).map(({ text }) => text),
        ['One.'],
      );
    });
    assert.deepEqual(said(talk).slice(3), ['user: Two.', 'assistant: I see.']);
  });

  it('keeps waiting if the log can’t be written', async () => {
    const talk = await talkDuring(async ({ conversation, log }) => {
      await conversation.send(parts('Not that one.'), 'nextRequest');
      log.failure = { error: new Error('The disk is full.'), after: 1 };
    });
    assert.deepEqual(talk.ends(), ['refused: The disk is full.']);
    assert.deepEqual(talk.conversation.waiting.texts, ['Not that one.']);
  });
});
