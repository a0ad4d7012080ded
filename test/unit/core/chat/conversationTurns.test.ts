import assert from 'node:assert/strict';
import { ChatError } from '../../../../src/core/ports.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { findsPasswords } from '../../../support/namedSecrets.ts';
import { hanging } from '../../../support/scriptedModel.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith } from '../../../support/talk.ts';
import { until } from '../../../support/until.ts';

const overflow = new ChatError('contextOverflow', 'Too long.', false);
const busy = new ChatError('serverError', 'Try later.', true);

describe('A turn of a conversation', () => {
  it('sends text that a program adds, such as a note, before the person’s words', async () => {
    const talk = await talkWith(['Hello.']);
    await say(talk, 'Hi');
    assert.deepEqual(talk.context(), ['user: a note\nHi', 'assistant: Hello.']);
    assert.deepEqual(
      talk.model.requests[0]?.messages.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.deepEqual(
      talk.events.map(({ type }) => type),
      ['busy', 'asking', 'delta', 'delta', 'gauge', 'ended', 'busy'],
    );
    assert.equal(talk.conversation.isBusy, false);
  });

  it('masks a secret in the system text, and logs the text only once', async () => {
    const ports = { systemText: () => 'Be brief. The server wants pw=not-a-real-one' };
    const talk = await talkWith(['Hello.'], { redactor: findsPasswords, ports });
    for (const words of ['Hi', 'Hi again', 'And again']) await say(talk, words);
    const roles = talk.live.session.allMessages.map(({ message }) => message.role);
    assert.deepEqual(
      roles.filter((role) => role === 'system'),
      ['system'],
    );
    for (const at of [0, 1, 2])
      assert.match(talk.model.read(at), /^Be brief\. The server wants pw=\[secret: password #1\]$/mu);
  });

  it('runs the tools that the model calls, and continues', async () => {
    const talk = await talkWith([{ calls: ['{}'], tool: 'look' }, 'I see.']);
    await say(talk, 'Look');
    assert.deepEqual(talk.context().slice(1), ['assistant: look {}', 'tool: seen', 'assistant: I see.']);
  });

  it('keeps the person’s message in the context if no model is connected', async () => {
    const talk = await talkWith([], { isConnected: false });
    await say(talk, 'Hi');
    assert.deepEqual(talk.ends(), [
      'refused: No model is connected yet. Connect one to go on. You can read and compact the session without a model.',
    ]);
    assert.deepEqual(talk.context(), ['user: a note\nHi']);
    assert.equal(talk.conversation.request.window().isAssumed, true);
  });

  it('names the newest message as the cause if the request does not fit the window', async () => {
    const talk = await talkWith(['Hello.']);
    await say(talk, wordsOf(900));
    assert.match(
      talk.ends()[0] ?? '',
      /^refused: This request would take 9\d\d tokens \(906 in the newest message alone\), but the model has room for 800\. Shorten the newest message/u,
    );
    assert.equal(talk.model.requests.length, 0);
  });

  it('reports the gauge’s token count if the request does not fit the window', async () => {
    const talk = await talkWith([{ text: 'Yes.', usage: { inputTokens: 120, outputTokens: 1 } }]);
    await say(talk, wordsOf(50));
    await say(talk, wordsOf(900));
    const gauge = talk.conversation.request.gauge().usedTokens;
    assert.match(
      talk.ends().at(-1) ?? '',
      new RegExp(`^refused: This request would take ${String(gauge)} tokens`),
    );
  });

  it('uses the logged window of the same model while no endpoint reports a window', async () => {
    const talk = await talkWith(['Hello.']);
    await talk.live.append({ kind: 'model', model: talk.model.profile.id, window: 4_000 });
    Object.assign(talk.model.profile, { window: undefined });
    const { totalTokens, isAssumed } = talk.conversation.request.window();
    assert.deepEqual([totalTokens, isAssumed], [4_000, false]);
    await talk.live.append({ kind: 'model', model: 'another', window: 9_000 });
    assert.equal(talk.conversation.request.window().isAssumed, true);
  });

  it('compacts the context first if Longthread’s own token count exceeds the window', async () => {
    const reports = (inputTokens: number) => ({ text: 'Yes.', usage: { inputTokens, outputTokens: 1 } });
    const thresholds = { background: 0.96, aggressive: 0.97, emergency: 0.98 };
    const talk = await talkWith([reports(280), reports(440), 'Done.'], { settings: { thresholds } });
    await say(talk, wordsOf(390, 'one'));
    await say(talk, wordsOf(200, 'two'));
    assert.equal(talk.live.session.compactions.length, 0);
    await say(talk, wordsOf(240, 'three'));
    assert.deepEqual(talk.ends(), ['answered', 'answered', 'answered']);
    assert.deepEqual(
      talk.live.session.compactions.map(({ entry }) => entry.event.reason),
      ['overflow'],
    );
    const sent = talk.model.requests[2]?.messages.map(textOf).join(' ') ?? '';
    assert.ok(countWords(sent) <= 800);
  });

  it('compacts the context automatically before the window is full', async () => {
    const talk = await talkWith([wordsOf(60, 'tell')]);
    for (let turn = 0; turn < 20; turn += 1) await say(talk, wordsOf(60, 'ask'));
    assert.ok(talk.live.session.compactions.length > 1);
    assert.ok(talk.ends().every((end) => end === 'answered'));
    assert.ok(talk.conversation.request.gauge().share < 1);
    assert.ok(
      talk.conversation.request.gauge(500).usedTokens >= talk.conversation.request.gauge().usedTokens + 400,
    );
  });
});

describe('A failed turn', () => {
  it('is repeated once after a compaction if the context overflowed', async () => {
    const talk = await talkWith(['First.', 'Second.', overflow, 'Third.']);
    await say(talk, wordsOf(100, 'one'));
    await say(talk, wordsOf(100, 'two'));
    await say(talk, wordsOf(100, 'three'));
    assert.deepEqual(talk.ends(), ['answered', 'answered', 'answered']);
    assert.equal(talk.live.session.compactions[0]?.entry.event.reason, 'overflow');
    assert.equal(talk.model.requests.length, 4);
  });

  it('is repeated once after a compaction if the cause is unknown and the window was nearly full', async () => {
    const refused = new ChatError('badRequest', 'No.', false, { status: 400 });
    const talk = await talkWith(['First.', refused, 'Second.'], { settings: { when: 'manual' } });
    await say(talk, wordsOf(300, 'one'));
    await say(talk, wordsOf(430, 'two'));
    assert.deepEqual(talk.ends(), ['answered', 'answered']);
    assert.deepEqual(
      talk.live.session.compactions.map(({ entry }) => entry.event.reason),
      ['overflow'],
    );
  });

  it('is reported immediately if the cause is unknown and the window was not nearly full', async () => {
    const refused = new ChatError('badRequest', 'No.', false, { status: 400 });
    const talk = await talkWith(['First.', refused, 'Second.']);
    await say(talk, wordsOf(300, 'one'));
    await say(talk, wordsOf(200, 'two'));
    assert.deepEqual(talk.ends(), ['answered', 'failed']);
    assert.deepEqual(talk.live.session.compactions, []);
  });

  it('is reported after a second overflow', async () => {
    const talk = await talkWith(['First.', 'Second.', overflow]);
    await say(talk, wordsOf(100, 'one'));
    await say(talk, wordsOf(100, 'two'));
    await say(talk, wordsOf(100, 'three'));
    assert.equal(talk.ends().at(-1), 'failed');
    assert.equal(talk.model.requests.length, 4);
  });

  it('is retried with a notice if a retry may help', async () => {
    const talk = await talkWith([busy, 'Hello.']);
    await say(talk, 'Hi');
    assert.ok(talk.events.some((event) => event.type === 'retrying' && event.sentence === 'Try later.'));
    assert.deepEqual(talk.ends(), ['answered']);
  });

  it('can be retried by the person', async () => {
    const talk = await talkWith([overflow, 'Hello.']);
    await say(talk, 'Hi');
    assert.deepEqual(talk.ends(), ['failed']);
    talk.conversation.retry();
    talk.conversation.retry();
    await talk.conversation.settled();
    assert.deepEqual(talk.context(), ['user: a note\nHi', 'assistant: Hello.']);
  });

  it('makes `send` reject and leaves the conversation idle if the message can’t be logged', async () => {
    const talk = await talkWith(['Hello.']);
    talk.log.failure = { error: new Error('The disk is full.'), after: 0 };
    await assert.rejects(talk.conversation.send([{ type: 'text', text: 'Hi' }]), /full/u);
    assert.equal(talk.conversation.isBusy, false);
    await say(talk, 'Hi');
    assert.deepEqual(talk.ends(), ['answered']);
  });

  it('reports the reason if the answer can’t be written', async () => {
    const talk = await talkWith(['Hello.']);
    await say(talk, 'Hi');
    talk.log.failure = { error: new Error('The disk is full.'), after: 1 };
    await say(talk, 'Hi again');
    assert.equal(talk.ends().at(-1), 'refused: The disk is full.');
  });
});

describe('A conversation', () => {
  it('stops the answer and returns the waiting messages when the person stops the turn', async () => {
    const talk = await talkWith([hanging]);
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    await talk.conversation.send([{ type: 'text', text: 'And?' }]);
    assert.equal(talk.conversation.isBusy, true);
    assert.deepEqual(
      (await talk.conversation.stop()).map(({ text }) => text),
      ['And?'],
    );
    assert.deepEqual([talk.ends(), talk.conversation.isBusy], [['stopped'], false]);
    assert.deepEqual(talk.context(), ['user: a note\nHi']);
  });

  it('keeps the attachments when the person edits a message', async () => {
    const talk = await talkWith(['First.', 'Second.']);
    const file = { type: 'file', path: 'a.ts', text: 'let a' } as const;
    await talk.conversation.send([file, { type: 'text', text: 'Read this' }]);
    await talk.conversation.settled();
    const id = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
    await talk.conversation.edit(id, 'Read that');
    await talk.conversation.settled();
    assert.deepEqual(talk.context(), ['user: a note\na.ts\nlet a\nRead that', 'assistant: Second.']);
  });

  it('rejects an edit of a message that an earlier edit removed', async () => {
    const talk = await talkWith(['First.', 'Second.']);
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    await talk.conversation.settled();
    const id = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
    const first = talk.conversation.edit(id, 'Hello');
    await assert.rejects(
      first.then(() => talk.conversation.edit(id, 'Hello!')),
      /no longer in the thread/,
    );
    await talk.conversation.settled();
    assert.equal(talk.log.entries.filter(({ kind }) => kind === 'rewind').length, 1);
  });

  it('lets the person edit a message while other messages wait', async () => {
    const talk = await talkWith([hanging, 'First.', 'Second.']);
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    await talk.conversation.send([{ type: 'text', text: 'And?' }]);
    await until('the model is asked', () => talk.model.requests.length > 0);
    const id = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
    await talk.conversation.edit(id, 'Hello');
    await talk.conversation.settled();
    assert.deepEqual(talk.ends().at(0), 'stopped');
    assert.deepEqual(talk.context(), [
      'user: a note\nHello',
      'assistant: First.',
      'user: a note\nAnd?',
      'assistant: Second.',
    ]);
    assert.deepEqual(talk.conversation.waiting.texts, []);
  });

  it('starts no further answer when closed at the end of an answer', async () => {
    const talk = await talkWith(['First.', 'Second.']);
    let closed: Promise<void> | undefined;
    talk.conversation.onEvent(({ type }) => {
      if (type === 'ended') closed ??= talk.conversation.close();
    });
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    await talk.conversation.send([{ type: 'text', text: 'And?' }]);
    await talk.conversation.settled();
    await closed;
    assert.equal(talk.model.requests.length, 1);
    assert.deepEqual(talk.conversation.waiting.texts, ['And?']);
  });

  it('can be closed in the middle of an answer', async () => {
    const talk = await talkWith([hanging]);
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    const stop = talk.conversation.onEvent(() => undefined);
    await talk.conversation.close();
    stop();
    assert.deepEqual(talk.ends(), ['stopped']);
    assert.deepEqual(await talk.conversation.compactor.check(), { run: false, reason: 'session_closing' });
  });
});
