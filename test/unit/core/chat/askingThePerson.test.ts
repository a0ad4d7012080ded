import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { Conversation } from '../../../../src/core/chat/conversation.ts';
import { openQuestion } from '../../../../src/core/context/openQuestion.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { askUser } from '../../../../src/extension/tools/askUser.ts';
import { ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import { call, callsEnd, ScriptedTurn, stop, text, told, toolNamed } from '../../../support/scriptedTurn.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const ASKED = JSON.stringify({ question: 'Metres or feet?', options: [{ label: 'Metres' }] });

describe('a turn with a question to the person', () => {
  const look = toolNamed('look', () => Promise.resolve('seen'));

  it('logs the results of all tool calls except ask_user, and ends while the question is unanswered', async () => {
    const turn = new ScriptedTurn(
      [call(0, 'ask_user', ASKED), call(1, 'look'), callsEnd],
      [text('Never.'), stop],
    );
    turn.tools = [look, askUser];
    assert.deepEqual(await turn.run(), { kind: 'asked' });
    assert.deepEqual(told(turn).slice(1), ['tool: seen']);
    assert.equal(turn.requests, 1);
  });

  it('lets the model correct a malformed question', async () => {
    const turn = new ScriptedTurn(
      [call(0, 'ask_user', '{"question":" "}'), callsEnd],
      [text('Sorry.'), stop],
    );
    turn.tools = [askUser];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    assert.match(told(turn)[1] ?? '', /ask_user was called with arguments that don't fit/);
  });

  it('asks one question at a time', async () => {
    const turn = new ScriptedTurn([call(0, 'ask_user', ASKED), call(1, 'ask_user', ASKED), callsEnd]);
    turn.tools = [askUser];
    assert.deepEqual(await turn.run(), { kind: 'asked' });
    assert.deepEqual(told(turn).length, 2);
    assert.match(told(turn)[1] ?? '', /One question at a time/);
  });

  it('asks nothing after a stop', async () => {
    const turn = new ScriptedTurn([call(0, 'look'), call(1, 'ask_user', ASKED), callsEnd]);
    const stopping = toolNamed('look', () => {
      turn.cancellation.cancel();
      return Promise.resolve('seen');
    });
    turn.tools = [{ ...stopping, isReadOnly: false }, askUser];
    assert.deepEqual(await turn.run(), { kind: 'stopped' });
    assert.match(told(turn)[2] ?? '', /not begun/);
  });

  it('allows at most six options for the question', async () => {
    const options = Array.from({ length: 7 }, (_, at) => ({ label: `Option ${String(at)}` }));
    for (const [count, isError] of [
      [6, false],
      [7, true],
    ] as const) {
      const question = { question: 'Which?', options: options.slice(0, count) };
      assert.equal((await askUser.run(question, neverCancelled)).isError, isError);
    }
  });
});

describe('a conversation with an open question', () => {
  let temporary: TemporaryStore;

  beforeEach(() => {
    temporary = temporaryStore();
  });

  afterEach(() => {
    temporary.remove();
  });

  async function open(id: string | undefined, replies: readonly ScriptedReply[]) {
    const { store } = temporary;
    const log = await (id === undefined ? store.create() : store.open(id));
    const counter = {
      encoding: 'words',
      count: (texts: readonly string[]) => Promise.resolve(texts.map(countWords)),
      countSmall: countWords,
    };
    const clock = { now: () => 5, monotonic: () => 0 };
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (words: string) => assert.fail(words),
    };
    const redactor = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
    const live = await LiveSession.open({ log, counter, redactor, clock, logger });
    const model = new ScriptedModel(replies, { window: 50_000 });
    const conversation = new Conversation({
      ...{ live, clock, logger },
      model: () => model,
      summarizer: () => undefined,
      tools: () => [askUser],
      systemText: () => '',
      settings: () => DEFAULT_SETTINGS,
      strategy: () => STRATEGIES.hybrid,
      windowOverride: () => undefined,
      maxSteps: () => 5,
      companions: () => Promise.resolve([]),
      oftenRecalled: () => new Set(),
      canRecall: () => false,
      saveMemories: () => Promise.resolve(),
      sleep: () => Promise.resolve(),
      newCallId: () => 'c1',
    });
    return { live, conversation, model };
  }

  const asks: ScriptedReply = { tool: 'ask_user', calls: [ASKED] };
  const said = (words: string) => [{ type: 'text', text: words }] as const;

  it('continues with the person’s answer after a compaction and after the session is reopened', async () => {
    const first = await open(undefined, [
      ...Array.from({ length: 12 }, (_, at) => wordsOf(90, String(at))),
      asks,
    ]);
    for (let turn = 0; turn < 12; turn++) {
      await first.conversation.send(said(`Wait ${String(turn)}.`));
      await first.conversation.settled();
    }
    await first.conversation.send(said('Mend the tables.'));
    await first.conversation.settled();
    assert.equal(first.conversation.isBusy, false);
    assert.equal((await first.conversation.compactor.compactNow()).done, true);
    await first.conversation.close();
    await first.live.close();

    const second = await open(first.live.id, ['In fathoms, then.']);
    assert.equal(openQuestion(second.live.session)?.text, 'Metres or feet?');
    await second.conversation.send(said('Fathoms.'));
    await second.conversation.settled();
    const messages = second.model.requests[0]?.messages.slice(-3) ?? [];
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['assistant', 'tool', 'user'],
    );
    assert.deepEqual(messages.slice(1).map(textOf), ['The person answers in the next message.', 'Fathoms.']);
    assert.equal(openQuestion(second.live.session), undefined);
    await second.live.close();
  });
});
