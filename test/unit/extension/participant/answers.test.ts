import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import type { RecallHit } from '../../../../src/core/ports.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { answerQuestion, type AnswerWithData } from '../../../../src/extension/participant/answerQuestion.ts';
import { IN_SESSION, type Answer } from '../../../../src/extension/participant/answer.ts';
import { readQuestion, type Question } from '../../../../src/extension/participant/slashCommands.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { assistant, calls, result } from '../../../support/saidMessages.ts';
import { countWords, emptyCompaction } from '../../../support/sessionBuilder.ts';

const SAID: readonly Message[] = [
  {
    role: 'user',
    parts: [
      { type: 'text', text: '<context>port everywhere</context>', origin: 'client', label: 'agent' },
      { type: 'text', text: 'Never change src/time.ts. Which [port](command:evil) shall it be?' },
    ],
  },
  calls('read_file', { path: 'port.ts' }, 'c1'),
  result('export const port = 4711;', 'c1', { toolName: 'read_file' }),
  assistant('We take port 4711, because 80 is taken.'),
  { role: 'user', parts: [{ type: 'text', text: 'what about the port?', origin: 'client', label: 'agent' }] },
  { role: 'assistant', parts: [{ type: 'text', text: 'Port 4711.', origin: 'client', label: 'agent' }] },
  calls('longthread_recall', { query: 'port' }, 'c2'),
  result('port 4711', 'c2', { toolName: 'longthread_recall' }),
];

describe('An answer of @longthread', () => {
  let live: LiveSession;
  let log: MemoryLog;
  let asked: object[];
  let session: OpenSession;

  beforeEach(async () => {
    asked = [];
    log = new MemoryLog();
    live = await liveOver(log, { count: countWords, now: 1_000 });
    for (const message of SAID) await live.append({ kind: 'message', message });
    const compactor = {
      step: undefined,
      compactNow: async (given: object) => {
        asked.push(given);
        return { done: true, entry: await live.append(COMPACTION) };
      },
      undo: (id: string) => {
        asked.push({ undo: id });
        return Promise.resolve([id]);
      },
    };
    const request = { toolTokens: () => 0, window: () => ({ usableTokens: usable }) };
    session = { id: 's1', live, conversation: { compactor, request } } as unknown as OpenSession;
  });

  let usable = 1_000;
  const COMPACTION = {
    ...emptyCompaction,
    folded: [{ ids: ['m1'], as: 'summary' as const }],
    replaced: [{ id: 'm3', as: 'stub' as const, text: 'recall m3' }],
    event: { ...emptyCompaction.event, strategy: 'hybrid', tokensBefore: 84_000, tokensAfter: 21_000 },
    receipt: {
      ...{ kept: 5, keptVerbatim: 3, recallable: 1 },
      constraintsKept: 1,
      constraintsRecallable: [],
      sampleRecallable: ['4711'],
    },
  };

  /** Asks a question, by default in the chat `chat1`, whose session is `s1`. */
  const ask = (
    question: Question,
    where: Partial<Parameters<typeof answerQuestion>[1]> = {},
  ): Promise<AnswerWithData> =>
    answerQuestion(question, {
      acting: { choices: [session] },
      agentSessions: {
        has: () => false,
        ofChat: (id) => Promise.resolve(id === 'chat1' ? session : undefined),
      },
      logger: silent,
      chat: 'chat1',
      kept: {},
      words: '',
      ...where,
    });
  /** Returns the commands of the buttons. If a button's command is bound to a session, returns the inner command. */
  const commands = ({ buttons }: Answer): readonly unknown[] =>
    buttons.map((button) => (button.command === IN_SESSION ? button.arguments?.[1] : button.command));
  const linkTo = (message: string): string =>
    `[${message}](command:longthread.showMessage?${encodeURIComponent(JSON.stringify(['s1', message]))})`;

  it('says how to start a session if there is none', async () => {
    const answer = await ask({ kind: 'rules' }, { chat: 'chat2', acting: { choices: [] } });
    assert.match(answer.markdown, /no session of Longthread, and no session is open/u);
    assert.deepEqual(commands(answer), ['longthread.useInAgent', 'longthread.sessions']);
  });

  it('to /rules lists the rules in force and the struck rules', async () => {
    const holding = await ask({ kind: 'rules' });
    assert.ok(holding.markdown.includes(`- “Never change src/time.ts.” ${linkTo('m1')}`), holding.markdown);
    assert.deepEqual(commands(holding), ['longthread.strikeRule', 'longthread.addRule']);
    await live.append({ kind: 'rule', text: 'Never change src/time.ts.', on: false, source: 'm1' });
    await live.append({ kind: 'rule', text: 'Use tabs.', on: true });
    const { markdown } = await ask({ kind: 'rules' });
    assert.match(markdown, /“Use tabs\.” \(added by you\)[^]*Rules that you removed:[^]*Never change/u);
  });

  describe('to a search request', () => {
    const hits: readonly RecallHit[] = SAID.map((_, at) => ({
      id: `m${String(at + 1)}`,
      excerpt: 'port, as found',
      score: 9 - at,
    }));

    beforeEach(() => {
      live.index = {
        add: () => undefined,
        search: (query) => Promise.resolve(query === 'port' ? hits : []),
        rebuild: () => Promise.resolve(),
        close: () => Promise.resolve(),
      };
    });

    it('lists texts of the person and the assistant first, and omits the editor’s texts and recalls', async () => {
      const { markdown } = await ask({ kind: 'find', query: 'port' });
      const ids = [...markdown.matchAll(/^- \[(m\d+)\]\S+ (.+?): /gmu)].map(([, id, who]) => [id, who]);
      assert.deepEqual(ids, [
        ['m1', 'you'],
        ['m4', 'the assistant'],
        ['m2', 'the assistant called'],
        ['m3', 'read\\_file'],
      ]);
      assert.doesNotMatch(markdown, /everywhere/u);
    });

    it('does not turn quoted text into a link', async () => {
      const { markdown } = await ask({ kind: 'find', query: 'port' });
      assert.ok(markdown.includes('\\[port\\](command:evil)'), markdown);
    });

    it('does not turn a tool’s name into a link', async () => {
      const named = result('port', 'c1', { toolName: '[open](command:evil) <b>*x*' });
      const { id } = await live.append({ kind: 'message', message: named });
      live.index = {
        ...live.index,
        search: () => Promise.resolve([{ id, excerpt: 'port', score: 1 }]),
      } as never;
      const { markdown } = await ask({ kind: 'find', query: 'port' });
      assert.ok(markdown.includes('\\[open\\](command:evil) \\<b\\>\\*x\\*: “port”'), markdown);
    });

    it('logs a lookup only if a compacted message was found', async () => {
      await ask({ kind: 'find', query: 'port' });
      assert.equal(live.session.recalls.length, 0);
      await live.append(COMPACTION);
      await ask({ kind: 'find', query: 'port' });
      assert.deepEqual(
        live.session.recalls.map(({ by, query }) => [by, query]),
        [['person', 'port']],
      );
    });

    it('is given even if the lookup can’t be logged', async () => {
      await live.append(COMPACTION);
      log.failure = { error: new Error('The disk is full.'), after: 0 };
      assert.match((await ask({ kind: 'find', query: 'port' })).markdown, /In this session about “port”/u);
      assert.equal(live.session.recalls.length, 0);
    });

    it('says that nothing was found, and offers to search all sessions for the same words', async () => {
      const answer = await ask({ kind: 'find', query: 'moon' });
      assert.match(answer.markdown, /Nothing in this session is about “moon”/u);
      assert.deepEqual(answer.buttons[0]?.arguments, ['moon']);
    });
  });

  it('to /receipt shows the counts of the newest compaction, and the names that can be looked up', async () => {
    assert.match((await ask({ kind: 'receipt' })).markdown, /Nothing was compacted/u);
    const covered = { ids: ['m1', 'm5'], as: 'summary' as const };
    const gone = { ids: ['m2'], as: 'evicted' as const };
    const { id } = await live.append({ ...COMPACTION, folded: [covered, gone], leftOut: ['m5'] });
    const answer = await ask({ kind: 'receipt' });
    assert.match(
      answer.markdown,
      /hybrid\).+ tokens\n\n- messages: 1 in the notes, 2 left out, 1 shortened\n/u,
    );
    assert.match(answer.markdown, /3 are kept word for word, 2 are in the notes, 1 can be looked up/u);
    assert.ok(answer.markdown.includes(`- \`4711\` ${linkTo('m3')}`), answer.markdown);
    assert.deepEqual(answer.buttons[0]?.arguments, ['s1', 'longthread.openPanel', id]);
  });

  it('to /receipt counts the messages whose text was deleted', async () => {
    await live.append(COMPACTION);
    assert.match((await ask({ kind: 'receipt' })).markdown, /Nothing is lost/u);
    await live.forget('m3');
    assert.match((await ask({ kind: 'receipt' })).markdown, /text of 1 message\.\n\nAll other messages/u);
  });

  it('to /compact reports the outcome of the compaction, which follows the given instructions', async () => {
    const answer = await ask({ kind: 'compact', instructions: 'keep the port' });
    assert.deepEqual(asked, [{ keepsHalf: true, instructions: 'keep the port' }]);
    assert.match(answer.markdown, /84k → 21k/u);
    assert.deepEqual(commands(answer), ['longthread.openPanel', 'longthread.undoCompaction']);
  });

  it('to /compact or /undo in a session that Claude Code runs says that Claude Code does this later', async () => {
    await live.append(COMPACTION);
    const wish = (wished: unknown): Promise<void> => Promise.resolve(void asked.push({ wished }));
    session = { ...session, wishes: { compact: wish, turnBack: wish } };
    for (const question of [{ kind: 'compact', instructions: '' }, { kind: 'undo' }] as const)
      assert.match((await ask(question)).markdown, /Claude Code does this with its next request\.$/u);
    assert.deepEqual(asked, [{ wished: { keepsHalf: true } }, { wished: 'undo' }]);
  });

  it('to /undo reports the undone compaction, or asks first if the context would be too large', async () => {
    assert.match((await ask({ kind: 'undo' })).markdown, /no compaction to undo/u);
    const { id } = await live.append(COMPACTION);
    usable = 1;
    const doubtful = await ask({ kind: 'undo' });
    assert.match(doubtful.markdown, /a request has room for 1/u);
    assert.deepEqual(commands(doubtful), ['longthread.undoCompaction']);
    assert.deepEqual(asked, []);
    usable = 1_000;
    const done = await ask({ kind: 'undo' });
    assert.match(done.markdown, /Undone: 21k → 84k tokens/u);
    assert.deepEqual(asked, [{ undo: id }]);
  });

  it('begins with the session’s title for every question about a session', async () => {
    await live.append({ kind: 'session', title: 'Harbour *fees*' });
    await live.append(COMPACTION);
    const questions: readonly Question[] = [
      { kind: 'rules' },
      { kind: 'receipt' },
      { kind: 'find', query: 'port' },
      { kind: 'compact', instructions: '' },
      { kind: 'undo' },
    ];
    for (const question of questions)
      assert.match((await ask(question)).markdown, /^In the session “Harbour \\\*fees\\\*”:\n\n/u);
  });

  it('has buttons that are bound to the answer’s session', async () => {
    for (const { command, arguments: given } of (await ask({ kind: 'rules' })).buttons)
      assert.deepEqual([command, given?.[0]], [IN_SESSION, 's1']);
  });

  describe('in a chat without a session of Longthread', () => {
    const there = { chat: 'chat2' };

    it('says where a compaction can be undone', async () => {
      await live.append(COMPACTION);
      for (const where of [there, { chat: undefined }, { ...there, kept: { chosen: 's1' } }]) {
        const answer = await ask({ kind: 'undo' }, where);
        assert.match(answer.markdown, /^This chat has no session of Longthread/u);
        assert.deepEqual(commands(answer), ['longthread.openPanel']);
      }
      assert.deepEqual(asked, []);
    });

    it('asks for the session first, and is then given for the chosen session', async () => {
      await live.append({ kind: 'session', title: 'Harbour fees' });
      const question = await ask({ kind: 'rules' }, there);
      assert.match(question.markdown, /session do you mean\?[^]*1\. Harbour fees \(Longthread’s chat\)/u);
      assert.doesNotMatch(question.markdown, /Never change/u);
      for (const words of ['1', 'Harbour fees (Longthread’s chat)']) {
        const answer = await ask(readQuestion(undefined, words), { ...there, kept: question.kept, words });
        assert.match(answer.markdown, /^In the session “Harbour fees”:[^]*Never change src/u);
        assert.deepEqual(answer.kept, { chosen: 's1' });
      }
    });

    it('asks again which session to compact, even if the person already chose a session', async () => {
      const kept = { chosen: 's1' };
      assert.match((await ask({ kind: 'rules' }, { ...there, kept })).markdown, /Never change src/u);
      const compacting: Question = { kind: 'compact', instructions: 'keep the port' };
      const question = await ask(compacting, { ...there, kept });
      assert.match(question.markdown, /Which session do you mean/u);
      assert.deepEqual(asked, []);
      await ask({ kind: 'find', query: '1' }, { ...there, kept: question.kept, words: '1' });
      assert.deepEqual(asked, [{ keepsHalf: true, instructions: 'keep the port' }]);
    });

    it('treats a reply that names no session as a new question', async () => {
      const { kept } = await ask({ kind: 'compact', instructions: '' }, there);
      const answer = await ask({ kind: 'find', query: 'port' }, { ...there, kept, words: 'port' });
      assert.match(answer.markdown, /Which session do you mean/u);
      assert.deepEqual(answer.kept.asks?.question, { kind: 'find', query: 'port' });
      assert.deepEqual(asked, []);
    });
  });

  it('to a request for help gives examples of questions', async () => {
    assert.match((await ask({ kind: 'help' })).markdown, /what did we decide about the port/u);
  });
});
