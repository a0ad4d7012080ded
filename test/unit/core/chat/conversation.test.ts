import assert from 'node:assert/strict';
import { planned } from '../../../support/planned.ts';
import { Conversation, type ConversationEvent } from '../../../../src/core/chat/conversation.ts';
import type { ConversationPorts } from '../../../../src/core/chat/conversationPorts.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { ChatError, type SessionLog, type TokenCounter } from '../../../../src/core/ports.ts';
import { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { Summary } from '../../../../src/core/summary/summary.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { summaryOf } from '../../../support/engineHarness.ts';
import { hanging, ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';
import { until } from '../../../support/until.ts';

const counter: TokenCounter = {
  encoding: 'words',
  count: (texts) => Promise.resolve(texts.map(countWords)),
  countSmall: countWords,
};
const clock = { now: () => 5, monotonic: () => 0 };

describe('A conversation', () => {
  let temporary: TemporaryStore;
  let log: SessionLog;
  const warnings: string[] = [];

  beforeEach(async () => {
    temporary = temporaryStore();
    log = await temporary.store.create();
    warnings.length = 0;
  });

  afterEach(async () => {
    await log.close();
    temporary.remove();
  });

  /** Returns a conversation over a log on disk, with a scripted model; collects its events. */
  async function conversationWith(
    replies: readonly ScriptedReply[],
    ports: Partial<ConversationPorts> = {},
  ): Promise<{ conversation: Conversation; live: LiveSession; events: ConversationEvent[] }> {
    const logger = {
      info: () => undefined,
      warn: (message: string) => void warnings.push(message),
      error: (message: string) => assert.fail(message),
    };
    const redactor = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
    const live = await LiveSession.open({ log, counter, redactor, clock, logger });
    const model = new ScriptedModel(replies, { window: 50_000 });
    const conversation = new Conversation({
      ...{ live, clock, logger },
      model: () => model,
      summarizer: () => undefined,
      tools: () => [],
      systemText: () => 'Be brief.',
      settings: () => DEFAULT_SETTINGS,
      strategy: () => STRATEGIES.rolling,
      windowOverride: () => undefined,
      maxSteps: () => 5,
      companions: () => Promise.resolve([]),
      oftenRecalled: () => new Set(),
      canRecall: () => false,
      saveMemories: () => Promise.resolve(),
      sleep: () => Promise.resolve(),
      newCallId: () => 'c1',
      ...ports,
    });
    const events: ConversationEvent[] = [];
    conversation.onEvent((event) => events.push(event));
    return { conversation, live, events };
  }

  async function say(conversation: Conversation, text: string): Promise<void> {
    await conversation.send([{ type: 'text', text }]);
    await conversation.settled();
  }

  it('logs the system text and the model once, before the person’s first message', async () => {
    const { conversation, live } = await conversationWith(['Hello.']);
    await say(conversation, 'Hi');
    await say(conversation, 'Hi again');
    assert.deepEqual(
      live.entries.map((entry) => (entry.kind === 'message' ? entry.message.role : entry.kind)),
      ['system', 'model', 'user', 'assistant', 'user', 'assistant'],
    );
  });

  it('reports once that an endpoint truncated the request', async () => {
    const cut = { text: 'Yes.', usage: { inputTokens: 2_048, outputTokens: 2 } };
    const { conversation, events } = await conversationWith([cut]);
    await say(conversation, wordsOf(9_000));
    await say(conversation, 'Are you sure?');
    const noticed = events.flatMap((event) => (event.type === 'noticed' ? [event.sentence] : []));
    assert.equal(noticed.length, 1);
    assert.match(noticed[0] ?? '', /read only 2048 of about 90\d\d tokens.*longthread\.contextWindow/);
    assert.deepEqual(
      warnings.filter((warning) => warning.includes('read only')),
      noticed,
    );
    assert.ok(conversation.request.gauge().usedTokens > 9_000);
  });

  it('gives the views time to show the person’s message before a compaction starts', async () => {
    const seen: (readonly string[])[] = [];
    const ports: Partial<ConversationPorts> = {
      windowOverride: () => 1_000,
      strategy: () => STRATEGIES.hybrid,
      sleep: () => Promise.resolve(void seen.push(live.entries.map(({ kind }) => kind))),
    };
    const { conversation, live } = await conversationWith(['One.', 'Two.'], ports);
    await say(conversation, wordsOf(300));
    const before = live.entries.map(({ kind }) => kind);
    await say(conversation, wordsOf(450));
    assert.deepEqual(seen, [[...before, 'message']]);
    assert.equal(live.entries[before.length + 1]?.kind, 'run');
    assert.ok(live.entries.some(({ kind }) => kind === 'compaction'));
  });

  it('answers without waiting for the summary of a requested compaction', async () => {
    const ports: Partial<ConversationPorts> = {
      strategy: () => STRATEGIES.hybrid,
      settings: () => ({ ...DEFAULT_SETTINGS, keepRecentMessages: 1 }),
      summarizer: () => (request) => {
        request.onText?.('They went');
        return new Promise(() => undefined);
      },
    };
    const { conversation, live, events } = await conversationWith(['One.', 'Two.', 'Three.'], ports);
    await say(conversation, wordsOf(3_000));
    await say(conversation, wordsOf(3_000));
    assert.equal((await conversation.compactor.compactNow()).done, true);
    assert.equal(conversation.compactor.step, 'summaryToFollow');
    await until(
      'the summary is being written',
      () => conversation.compactor.following.writing?.text === 'They went',
    );
    assert.ok(events.some(({ type }) => type === 'writing'));
    await say(conversation, 'Go on.');
    assert.equal(textOf(live.session.messages.at(-1)?.message ?? assert.fail()), 'Three.');
    await conversation.close();
  });

  it('keeps a late summary for the next compaction if a request was sent before the summary arrived', async () => {
    const summary = Promise.withResolvers<Summary>();
    const ports: Partial<ConversationPorts> = {
      strategy: () => STRATEGIES.hybrid,
      settings: () => ({ ...DEFAULT_SETTINGS, keepRecentMessages: 1 }),
      summarizer: () => () => summary.promise,
    };
    const { conversation, live } = await conversationWith(['One.', 'Two.', 'Three.'], ports);
    await say(conversation, wordsOf(3_000));
    await say(conversation, wordsOf(3_000));
    await conversation.compactor.compactNow();
    await say(conversation, 'Go on.');
    summary.resolve(summaryOf('They went on.'));
    await conversation.compactor.settled();
    assert.equal(live.entries.filter(({ kind }) => kind === 'compaction').length, 1);
    assert.equal(live.session.runs.at(-1)?.reason, 'waits_for_next');
    await conversation.close();
  });

  it('answers waiting messages in order', async () => {
    const open = Promise.withResolvers<string>();
    const { conversation, live } = await conversationWith([() => open.promise, 'two', 'three']);
    for (const text of ['a', 'b', 'c']) await conversation.send([{ type: 'text', text }]);
    assert.deepEqual(conversation.waiting.texts, ['b', 'c']);
    open.resolve('one');
    await conversation.settled();
    assert.deepEqual(
      live.session.messages.slice(1).map(({ message }) => textOf(message)),
      ['a', 'one', 'b', 'two', 'c', 'three'],
    );
    assert.deepEqual(conversation.waiting.texts, []);
  });

  it('returns the waiting messages when stopped', async () => {
    const { conversation, live } = await conversationWith([hanging]);
    for (const text of ['a', 'b']) await conversation.send([{ type: 'text', text }]);
    assert.deepEqual(
      (await conversation.stop()).map(({ text }) => text),
      ['b'],
    );
    assert.deepEqual(conversation.waiting.texts, []);
    assert.equal(live.session.messages.length, 2);
  });

  it('reports no truncation if the images alone took fewer tokens than estimated', async () => {
    const { conversation, events } = await conversationWith([
      { text: 'Nice.', usage: { inputTokens: 900, outputTokens: 2 } },
    ]);
    const image = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    await conversation.send([image, image, image, { type: 'text', text: wordsOf(100) }]);
    await conversation.settled();
    assert.equal(
      events.some(({ type }) => type === 'noticed'),
      false,
    );
    assert.equal(conversation.request.gauge().isEstimated, false);
  });

  it('shows the same gauge after the session is reopened', async () => {
    const { conversation, live } = await conversationWith([
      { text: 'Yes.', usage: { inputTokens: 3_500, outputTokens: 2 } },
    ]);
    await say(conversation, wordsOf(3_000));
    await live.append({ kind: 'pin', target: live.entries.at(-1)?.id ?? '', on: true });
    const before = conversation.request.gauge();
    assert.equal(before.isEstimated, true);
    const again = await conversationWith([]);
    assert.deepEqual(again.conversation.request.gauge(), before);
    assert.ok(
      before.usedTokens > 3_100,
      'the gauge does not use the factor learned from the provider’s token count',
    );
  });

  it('keeps messages waiting if an earlier message could not be answered', async () => {
    const open = Promise.withResolvers<string>();
    const { conversation } = await conversationWith([() => open.promise]);
    for (const text of ['a', 'b']) await conversation.send([{ type: 'text', text }]);
    open.reject(new ChatError('badRequest', 'No.', false));
    await conversation.settled();
    assert.deepEqual(conversation.waiting.texts, ['b']);
  });

  it('reports no truncation if the endpoint read the whole request', async () => {
    const whole = { text: 'Yes.', usage: { inputTokens: 9_100, outputTokens: 2 } };
    const { conversation, events } = await conversationWith([whole]);
    await say(conversation, wordsOf(9_000));
    assert.equal(
      events.some(({ type }) => type === 'noticed'),
      false,
    );
  });

  it('compacts with hybrid if the chosen strategy needs recall and the model can’t recall', async () => {
    const { conversation } = await conversationWith(['Done.']);
    for (let turn = 0; turn < 30; turn++) await say(conversation, wordsOf(200, `word${String(turn)}`));
    for (const strategy of [undefined, STRATEGIES.rolling])
      assert.equal(
        planned(atOnce(conversation.compactor.preview({}, strategy))).draft.event.strategy,
        'hybrid',
      );
    assert.equal(warnings.filter((warning) => warning.includes('needs recall')).length, 1);
  });
});
