import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { hanging, ScriptedModel } from '../../../support/scriptedModel.ts';
import { toolNamed } from '../../../support/scriptedTurn.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';
import { until } from '../../../support/until.ts';

const reporting = { text: 'Yes.', usage: { inputTokens: 40, outputTokens: 1 } };
const full = new Error('The disk is full.');

/** Returns the token count in the sentence that refuses a request. */
function refusedTokens(talk: Talk): number {
  return Number(/would take (\d+) tokens/u.exec(talk.ends().at(-1) ?? '')?.[1]);
}

describe('A conversation with a limited window', () => {
  it('sends a request that exactly fills the window, and refuses one token more', async () => {
    const large = await talkWith(['Hello.']);
    await say(large, wordsOf(900));
    const most = 800 - (refusedTokens(large) - 900);
    const fits = await talkWith(['Hello.']);
    await say(fits, wordsOf(most));
    assert.deepEqual(fits.ends(), ['answered']);
    assert.ok(fits.live.session.runs.every(({ reason }) => reason !== 'overflow'));
    const over = await talkWith(['Hello.']);
    await say(over, wordsOf(most + 1));
    assert.equal(refusedTokens(over), 801);
  });

  it('includes the tools in the token count of a request', async () => {
    const look = toolNamed('look', () => Promise.resolve('seen'));
    const wordy = { ...look, schema: { ...look.schema, description: wordsOf(40) } };
    const withTools = await talkWith([], { ports: { tools: () => [wordy] } });
    const without = await talkWith([], { ports: { tools: () => [] } });
    for (const talk of [withTools, without]) await say(talk, wordsOf(900));
    const difference =
      withTools.conversation.request.toolTokens() - without.conversation.request.toolTokens();
    assert.ok(difference >= 39);
    assert.equal(refusedTokens(withTools) - refusedTokens(without), difference);
  });

  it('requires a tool call only if the host asks for one', async () => {
    const asked = await talkWith(['Yes.'], { ports: { answerWishes: () => ({ toolChoice: 'required' }) } });
    const free = await talkWith(['Yes.']);
    for (const talk of [asked, free]) await say(talk, 'Look.');
    assert.deepEqual(
      [asked, free].map(({ model }) => model.requests[0]?.toolChoice),
      ['required', undefined],
    );
  });

  it('logs our own token count of a request beside the provider’s count', async () => {
    const talk = await talkWith([reporting]);
    await say(talk, wordsOf(30));
    const before = talk.live.account.ofContext(talk.live.context.slice(0, -1));
    const { message } = talk.live.session.messages.at(-1) ?? assert.fail();
    assert.ok(message.role === 'assistant');
    assert.deepEqual(message.usage, {
      ...reporting.usage,
      countedTokens: before + talk.conversation.request.toolTokens(),
    });
  });

  it('does not log our own token count beside the provider’s count if a change of the context is still being written', async () => {
    const answered = Promise.withResolvers<undefined>();
    let pinned: Promise<unknown> | undefined;
    const pinning = (): typeof reporting => {
      pinned = talk.live.append({ kind: 'pin', target: 'm1', on: true });
      talk.live.append = (draft) => {
        answered.resolve(undefined);
        return liveAppend(draft);
      };
      return reporting;
    };
    const talk = await talkWith([pinning]);
    const [liveAppend, logAppend] = [talk.live.append.bind(talk.live), talk.log.append.bind(talk.log)];
    talk.log.append = async (entry) => {
      if (entry.kind === 'pin') await answered.promise;
      await logAppend(entry);
    };
    await say(talk, wordsOf(30));
    await pinned;
    const { message } = talk.live.session.messages.at(-1) ?? assert.fail();
    assert.ok(message.role === 'assistant');
    assert.deepEqual(message.usage, reporting.usage);
  });

  it('adds the tokens of a pending message to the gauge', async () => {
    const { conversation } = await talkWith([]);
    assert.deepEqual(conversation.request.gauge(), conversation.request.gauge(0));
    assert.equal(conversation.request.gauge(1).usedTokens, conversation.request.gauge().usedTokens + 1);
  });

  it('sends nothing before a due compaction is in the log', async () => {
    const talk = await talkWith(['One.', 'Two.']);
    await say(talk, wordsOf(300));
    const append = talk.log.append.bind(talk.log);
    talk.log.append = async (entry) => {
      await new Promise(setImmediate);
      await append(entry);
    };
    await say(talk, wordsOf(450));
    const kinds = talk.live.entries.map(({ kind }) => kind);
    assert.ok(kinds.indexOf('compaction') > 0 && kinds.indexOf('compaction') < kinds.lastIndexOf('message'));
    assert.ok(countWords(talk.model.read(1)) < 700, talk.model.read(1));
  });

  it('pauses for 32 ms before a compaction, so that the views can show the new message', async () => {
    const pause = Promise.withResolvers<undefined>();
    const asked: number[] = [];
    const talk = await talkWith(['One.', 'Two.'], {
      ports: {
        sleep: (ms) => {
          asked.push(ms);
          return pause.promise;
        },
      },
    });
    await say(talk, wordsOf(250));
    await talk.conversation.send([{ type: 'text', text: wordsOf(380) }]);
    await until('it pauses', () => asked.length > 0);
    await new Promise(setImmediate);
    assert.deepEqual([asked, talk.live.session.runs.length, talk.model.requests.length], [[32], 0, 1]);
    pause.resolve(undefined);
    await talk.conversation.settled();
    assert.ok(talk.live.session.runs.length > 0);
    assert.deepEqual(talk.ends(), ['answered', 'answered']);
  });
});

describe('An event of a conversation', () => {
  it('is sent when the conversation becomes busy or idle, or when the waiting messages change', async () => {
    const open = Promise.withResolvers<string>();
    const talk = await talkWith([() => open.promise, 'two']);
    const states: string[] = [];
    talk.conversation.onEvent(({ type }) => {
      const { isBusy, waiting } = talk.conversation;
      if (type === 'busy') states.push(`${isBusy ? 'busy' : 'idle'} ${waiting.texts.join(' ')}`.trim());
    });
    await talk.conversation.send([{ type: 'text', text: 'a' }]);
    await talk.conversation.send([{ type: 'text', text: 'b' }]);
    assert.deepEqual(states, ['busy', 'busy b']);
    open.resolve('one');
    await talk.conversation.settled();
    assert.deepEqual(states.slice(2), ['idle b', 'busy b', 'busy', 'idle']);
  });

  it('does not reach a listener that unsubscribed', async () => {
    const talk = await talkWith(['Hello.']);
    let events = 0;
    const stop = talk.conversation.onEvent(() => (events += 1));
    stop();
    await say(talk, 'Hi');
    assert.equal(events, 0);
  });

  it('reports a changed gauge after a compaction', async () => {
    const talk = await talkWith(['One.', 'Two.', 'Three.']);
    for (const seed of ['one', 'two', 'three']) await say(talk, wordsOf(80, seed));
    talk.events.length = 0;
    assert.equal((await talk.conversation.compactor.compactNow()).done, true);
    assert.ok(talk.events.some(({ type }) => type === 'gauge'));
  });
});

describe('A conversation with an unwritable log', () => {
  it('keeps a message waiting if the message could not be written', async () => {
    const open = Promise.withResolvers<string>();
    const talk = await talkWith([() => open.promise, 'two']);
    await talk.conversation.send([{ type: 'text', text: 'a' }]);
    await talk.conversation.send([{ type: 'text', text: 'b' }]);
    talk.log.failure = { error: full, after: 1 };
    open.resolve('one');
    await talk.conversation.settled();
    assert.deepEqual(talk.conversation.waiting.texts, ['b']);
    assert.deepEqual(talk.ends(), ['answered', 'refused: The disk is full.']);
    assert.deepEqual(talk.errors, ['The disk is full.']);
    talk.conversation.retry();
    await talk.conversation.settled();
    assert.deepEqual(talk.context().slice(-2), ['user: a note\nb', 'assistant: two']);
  });

  it('reports a general sentence if the log’s error has no message', async () => {
    const talk = await talkWith(['Hello.']);
    await say(talk, 'Hi');
    talk.log.failure = { error: 'odd' as unknown as Error, after: 1 };
    await say(talk, 'Hi again');
    assert.equal(talk.ends().at(-1), 'refused: The session could not be written.');
    assert.deepEqual(talk.errors, ['odd']);
  });

  it('rejects an edit if the edit can’t be logged', async () => {
    for (const after of [0, 1]) {
      const talk = await talkWith(['First.', 'Second.']);
      await say(talk, 'Hi');
      const id = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
      talk.log.failure = { error: full, after };
      await assert.rejects(talk.conversation.edit(id, 'Hello'), /full/u);
      await talk.conversation.settled();
      assert.equal(talk.model.requests.length, 1);
      assert.deepEqual(talk.context(), after === 0 ? ['user: a note\nHi', 'assistant: First.'] : []);
    }
  });
});

/**
 * Returns a talk whose second message is logged only after `log` is called. Until then, the message waits for its
 * companions, the texts that are sent along with it.
 */
async function talkThatLogs(...replies: readonly string[]): Promise<{
  readonly talk: Talk;
  readonly first: string;
  readonly sending: Promise<void>;
  readonly log: () => void;
}> {
  const gate = Promise.withResolvers<readonly []>();
  const gates = [Promise.resolve([] as const), gate.promise];
  const companions = () => gates.shift() ?? Promise.resolve([]);
  const talk = await talkWith(replies, { ports: { companions } });
  await say(talk, 'Hi');
  const first = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
  const sending = talk.conversation.send([{ type: 'text', text: 'And?' }]);
  return { talk, first, sending, log: () => gate.resolve([]) };
}

describe('While a message is being logged, a conversation', () => {
  it('lets the person edit an earlier message, and sends the new text', async () => {
    const { talk, first, sending, log } = await talkThatLogs('First.', 'Second.');
    const edited = talk.conversation.edit(first, 'Hello');
    log();
    await Promise.all([sending, edited]);
    await talk.conversation.settled();
    assert.deepEqual(talk.conversation.waiting.texts, []);
    assert.deepEqual(talk.context(), ['user: Hello', 'assistant: Second.']);
  });

  it('stops or closes only after the message is in the log', async () => {
    for (const way of ['stop', 'close'] as const) {
      const { talk, sending, log } = await talkThatLogs('First.', 'Second.');
      const ended = talk.conversation[way]().then(() => talk.context().at(-1));
      await new Promise(setImmediate);
      log();
      await sending;
      assert.equal(await ended, 'user: And?', way);
      assert.deepEqual([talk.ends().at(-1), talk.conversation.isBusy], ['stopped', false]);
    }
  });
});

describe('A busy conversation', () => {
  it('cancels the running answer for an edit, and makes the edit wait until the answer has ended', async () => {
    const open = Promise.withResolvers<string>();
    const talk = await talkWith([() => open.promise, 'Second.']);
    await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
    await until('the model is asked', () => talk.model.requests.length > 0);
    const id = talk.live.session.messages.find(({ message }) => message.role === 'user')?.id ?? '';
    const edited = talk.conversation.edit(id, 'Hello');
    await new Promise(setImmediate);
    assert.ok(talk.live.entries.every(({ kind }) => kind !== 'rewind'));
    open.resolve('Late.');
    await edited;
    await talk.conversation.settled();
    assert.deepEqual(talk.context(), ['user: a note\nHello', 'assistant: Second.']);
    assert.deepEqual(talk.ends(), ['stopped', 'answered']);
  });

  it('waits for the end of the running answer if the conversation is stopped or closed', async () => {
    for (const way of ['stop', 'close'] as const) {
      const talk = await talkWith([hanging]);
      await talk.conversation.send([{ type: 'text', text: 'Hi' }]);
      await until('the model is asked', () => talk.model.requests.length > 0);
      await talk.conversation[way]();
      assert.deepEqual([talk.ends(), talk.conversation.isBusy], [['stopped'], false]);
    }
  });

  it('is closed only after the running compaction ends', async () => {
    const talk = await talkWith(['One.', 'Two.', 'Three.'], {
      ports: {
        settings: () => ({ ...DEFAULT_SETTINGS, keepRecentMessages: 1 }),
        summarizer: () => (_request, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => setImmediate(() => reject(new Error('stopped'))));
          }),
        model: () => new ScriptedModel(['ok'], { window: 50_000 }),
      },
    });
    for (const seed of ['one', 'two', 'three']) await say(talk, wordsOf(3_000, seed));
    await talk.conversation.compactor.compactNow();
    assert.equal(talk.conversation.compactor.isRunning, true);
    await talk.conversation.close();
    assert.equal(talk.conversation.compactor.isRunning, false);
  });
});
