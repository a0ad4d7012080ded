import assert from 'node:assert/strict';
import { appendFileSync, utimesSync } from 'node:fs';
import { agentFiles } from '../../../../src/adapters/otherAgents/agentFiles.ts';
import { OtherReader } from '../../../../src/adapters/otherAgents/otherReader.ts';
import { OtherSessionLog } from '../../../../src/adapters/otherAgents/otherSessionLog.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { project } from '../../../../src/core/context/project.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { OtherMachine } from '../../../support/otherAgentFiles.ts';

type Lines = readonly object[];
const said = (role: string, text: string): object => ({ role, content: [{ type: 'text', text }] });

/** Returns a compacted Claude Code session. `metadata` may name messages that the compaction kept. */
function claudeSession(metadata: object, after: Lines = [], before: Lines = []): Lines {
  const line = (type: string, uuid: string, text: string, more: object = {}): object => ({
    ...{ type, uuid, sessionId: 's', timestamp: `2026-01-02T03:04:0${String(uuid.length)}.000Z` },
    ...{ message: { role: type, content: text }, ...more },
  });
  return [
    line('user', 'u1', 'Paint the lamp.'),
    line('assistant', 'a1', 'Painted.'),
    line('user', 'u22', 'Now the door.'),
    line('assistant', 'a22', 'Done.'),
    ...before,
    { type: 'system', subtype: 'compact_boundary', uuid: 'b', sessionId: 's', compactMetadata: metadata },
    line('user', 'u333', 'SUMMARY', { isCompactSummary: true }),
    ...after,
    line('user', 'u4444', 'And the roof?'),
  ];
}

/** The second prompt and its answer. Some versions of Claude Code repeat both after the summary. */
const REPEATED: Lines = ['user', 'assistant'].map((type) => ({
  ...{ type, uuid: `again-${type}`, sessionId: 's', timestamp: '2026-01-02T03:04:03.000Z' },
  message: { role: type, content: type === 'user' ? 'Now the door.' : 'Done.' },
}));

/** An answer without content. */
const EMPTY = {
  ...{ type: 'assistant', uuid: 'none', sessionId: 's', timestamp: '2026-01-02T03:04:03.000Z' },
  message: { id: 'none', role: 'assistant', content: [] },
};

/** A row that a plugin wrote. */
const PLUGIN_ROW = {
  ...{ type: 'user', uuid: 'row', rowSource: 'hook', sessionId: 's', timestamp: '2026-01-02T03:04:05.000Z' },
  message: { role: 'user', content: 'Rules: paint it blue.' },
};

function codexSession(compacted: object): Lines {
  const item = (role: string, text: string): object => ({
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: [{ type: `${role === 'user' ? 'in' : 'out'}put_text`, text }],
    },
  });
  return [
    { type: 'session_meta', payload: { id: 's', base_instructions: { text: 'BASE' } } },
    ...[item('user', 'Paint the lamp.'), item('assistant', 'Painted.')],
    { type: 'compacted', payload: compacted },
    item('user', 'And the roof?'),
  ];
}

const copilot = (type: string, data: object): object => ({
  type,
  data,
  id: type,
  timestamp: '2026-03-01T08:00:00Z',
});

const pi = (id: string, role: string, text: string): object => ({
  ...{ type: 'message', id, timestamp: '2026-03-01T09:00:00.000Z', message: said(role, text) },
});

const openCode = (role: string, text: string, more: object = {}): object => ({
  info: { id: text, role, ...more },
  parts: [{ type: 'text', text }],
});

/** For each agent: a session that the agent compacted, and the agent's context after the compaction. */
const SESSIONS: readonly (readonly [name: string, file: Lines | object, context: readonly string[]])[] = [
  ['Claude Code', claudeSession({}), ['SUMMARY', 'And the roof?']],
  [
    'Claude Code, which names the kept messages',
    claudeSession({ preservedSegment: { headUuid: 'u22' } }),
    ['Now the door.', 'Done.', 'SUMMARY', 'And the roof?'],
  ],
  [
    'Claude Code, which repeats the kept messages after the summary',
    claudeSession({ preservedMessages: { uuids: ['again-user', 'again-assistant'] } }, REPEATED),
    ['Now the door.', 'Done.', 'SUMMARY', 'And the roof?'],
  ],
  [
    'Claude Code, if a kept answer is empty',
    claudeSession({ preservedSegment: { headUuid: 'u22' } }, [], [EMPTY]),
    ['Now the door.', 'Done.', 'SUMMARY', 'And the roof?'],
  ],
  [
    'Claude Code, which keeps only a plugin’s row that follows a repeated line',
    claudeSession({ preservedSegment: { headUuid: 'row' } }, [...REPEATED, PLUGIN_ROW]),
    ['SUMMARY', 'And the roof?'],
  ],
  [
    'Claude Code, which keeps only a plugin’s row in a file whose first line has no id',
    [
      { type: 'summary', summary: 'The lamp' },
      ...claudeSession({ preservedSegment: { headUuid: 'row' } }, [PLUGIN_ROW]),
    ],
    ['SUMMARY', 'And the roof?'],
  ],
  [
    'Codex, which keeps the person’s messages',
    codexSession({ message: 'SUMMARY' }),
    ['BASE', 'Paint the lamp.', 'SUMMARY', 'And the roof?'],
  ],
  [
    'Codex with an encrypted summary',
    codexSession({ message: '', replacement_history: [] }),
    ['BASE', 'Paint the lamp.', '[a summary that is encrypted]', 'And the roof?'],
  ],
  [
    'Copilot CLI',
    [
      copilot('session.start', { sessionId: 's', producer: 'copilot-agent' }),
      copilot('user.message', { content: 'Paint the lamp.' }),
      copilot('assistant.message', { content: 'Painted.' }),
      copilot('session.compaction_complete', { summaryContent: 'SUMMARY' }),
      copilot('user.message', { content: 'And the roof?' }),
    ],
    ['SUMMARY', 'And the roof?'],
  ],
  [
    'Gemini CLI, which keeps the newest messages',
    [
      { sessionId: 's', projectHash: 'p', kind: 'main' },
      { id: '1', type: 'user', content: [{ text: 'Paint the lamp.' }] },
      { id: '2', type: 'gemini', content: 'Painted.' },
      { id: '3', type: 'user', content: [{ text: 'Now the door.' }] },
      {
        $set: {
          messages: [
            { id: '9', type: 'user', content: [{ text: '<state_snapshot>SUMMARY</state_snapshot>' }] },
            { id: '3', type: 'user', content: [{ text: 'Now the door.' }] },
          ],
        },
      },
    ],
    ['<state_snapshot>SUMMARY</state_snapshot>', 'Now the door.'],
  ],
  [
    'opencode',
    {
      info: { title: 'Lamp' },
      messages: [
        openCode('user', 'Paint the lamp.'),
        openCode('assistant', 'Painted.'),
        openCode('assistant', 'SUMMARY', { summary: true }),
        openCode('user', 'And the roof?'),
      ],
    },
    ['SUMMARY', 'And the roof?'],
  ],
  [
    'opencode, which names the kept messages',
    {
      info: { title: 'Lamp' },
      messages: [
        openCode('user', 'Paint the lamp.'),
        openCode('assistant', 'Painted.'),
        openCode('user', 'Now the door.'),
        {
          info: { id: 'request-1', role: 'user' },
          parts: [{ type: 'compaction', auto: true, tail_start_id: 'Painted.' }],
        },
        openCode('assistant', 'FIRST', { summary: true, parentID: 'request-1', finish: 'stop' }),
        openCode('assistant', 'Done.'),
        {
          info: { id: 'request-2', role: 'user' },
          parts: [{ type: 'compaction', auto: true, tail_start_id: 'Now the door.' }],
        },
        openCode('assistant', 'SUMMARY', { summary: true, parentID: 'request-2', finish: 'stop' }),
        openCode('user', 'And the roof?'),
      ],
    },
    ['Now the door.', 'Done.', 'SUMMARY', 'And the roof?'],
  ],
  [
    'pi, which names the kept messages',
    [
      { type: 'session', id: 's', timestamp: '2026-03-01T09:00:00.000Z', cwd: '/srv/shop' },
      ...[
        pi('1', 'user', 'Paint the lamp.'),
        pi('2', 'assistant', 'Painted.'),
        pi('3', 'user', 'Now the door.'),
      ],
      { type: 'compaction', id: '4', summary: 'FIRST', firstKeptEntryId: '3' },
      pi('5', 'assistant', 'Done.'),
      { type: 'compaction', id: '6', summary: 'SUMMARY', firstKeptEntryId: '3' },
      pi('7', 'user', 'And the roof?'),
    ],
    ['Now the door.', 'Done.', 'SUMMARY', 'And the roof?'],
  ],
];

describe('The context of another agent’s session', () => {
  let machine: OtherMachine;
  const reader = new OtherReader(new SecretRedactor());

  beforeEach(() => {
    machine = new OtherMachine();
  });
  afterEach(() => {
    machine.remove();
  });

  const log = (path: string): OtherSessionLog =>
    new OtherSessionLog(
      { sessionId: 'other-a', session: { path }, title: 'A' },
      {
        calls: {
          read: (session) => reader.read(session),
          piece: (session, from) => Promise.resolve(reader.piece(session, from)),
        },
        files: agentFiles,
        clock: { monotonic: () => 0 },
        isFollowed: () => true,
      },
    );
  const write = (content: Lines | object): string => {
    const lines = Array.isArray(content) ? (content as Lines) : [content];
    return machine.write(machine.root, 'a.jsonl', lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  };
  const texts = (entries: readonly Entry[]): readonly string[] =>
    project(entries).flatMap(({ message }) =>
      message.parts.map((part) => textOf({ role: 'user', parts: [part as never] })),
    );

  for (const [name, content, context] of SESSIONS)
    it(`has the summary and any kept messages after a compaction by ${name}`, async () => {
      const entries = await log(write(content)).readAll();
      assert.deepEqual(texts(entries), context);
      assert.ok(foldSession(entries).messages.length > context.length - 1, 'messages are missing');
    });

  it('is the whole file if the agent writes only the context to the file', async () => {
    const file = {
      sessionId: 's',
      agent: 'x',
      messages: [
        said('user', 'Paint.'),
        { ...said('user', 'SUMMARY'), metadata: { kind: 'compaction_summary' } },
      ],
    };
    assert.deepEqual(texts(await log(write(file)).readAll()), ['Paint.', 'SUMMARY']);
  });

  it('changes when the agent compacts, and the log records the sizes before and after', async () => {
    const all = claudeSession({});
    const file = write(all.slice(0, 4));
    const opened = log(file);
    assert.equal(texts(await opened.readAll()).length, 4);
    appendFileSync(
      file,
      all
        .slice(4)
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    );
    utimesSync(file, 5, 5);
    const { appended, isRewritten } = await opened.refresh();
    assert.deepEqual(
      [appended.map(({ kind }) => kind), isRewritten],
      [['message', 'compaction', 'message'], false],
    );
    const [compaction] = foldSession(await opened.readAll()).compactions;
    const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } =
      compaction?.entry.event ?? assert.fail();
    assert.deepEqual([messagesBefore, messagesAfter], [4, 1]);
    assert.ok(tokensAfter < tokensBefore);
  });
});
