import assert from 'node:assert/strict';
import { readOriginal } from '../../../../src/extension/chat/originalText.ts';
import { sessionHandlers } from '../../../../src/extension/chat/sessionViews.ts';
import { redoCompaction, undoCompaction } from '../../../../src/extension/sessions/undoCompaction.ts';
import type { ViewParts } from '../../../../src/extension/parts.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';

describe('a view’s request about sessions', () => {
  let did: string[];
  /** Waits for the next turn of the event loop, and then records an action. */
  const later = async (what: string): Promise<void> => {
    await new Promise(setImmediate);
    did.push(what);
  };
  const summary = { title: 'A', messageCount: 1, logBytes: 1, isOpen: false };
  const parts = {
    services: {
      store: { trashed: () => Promise.resolve([{ id: 'gone', deletedAt: 9, messageCount: 2, logBytes: 1 }]) },
    },
    sessions: {
      current: { id: 's1' },
      list: (query: string) =>
        Promise.resolve([
          { ...summary, id: 's1' },
          { ...summary, id: query },
        ]),
      open: (id: string) => later(`open ${id}`),
      rename: (id: string, title: string) => later(`rename ${id} “${title}”`),
      delete: (id: string) => later(`delete ${id}`),
      restoreDeleted: (id: string) => did.push(`restore ${id}`),
    },
    agentSessions: {
      has: () => false,
      closeSession: (id: string) => later(`close ${id} in the agent`),
      rename: async (id: string, title: string) => {
        if (id === 'agents') await later(`rename ${id} in the agent “${title}”`);
        return id === 'agents';
      },
    },
  } as unknown as ViewParts;
  const handlers = sessionHandlers(parts);

  beforeEach(() => {
    did = [];
  });

  for (const [query, ids] of [
    ['', ['s1', '', 'gone']],
    [' ', ['s1', ' ', 'gone']],
    ['a', ['s1', 'a']],
  ] as const) {
    it(`is answered ${query.trim() === '' ? 'with' : 'without'} deleted sessions for the query ${JSON.stringify(query)}`, async () => {
      const views = await handlers.listSessions({ type: 'listSessions', query });
      assert.deepEqual(
        views.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(
        views.map(({ isCurrent }) => isCurrent),
        ids.map((id) => id === 's1'),
      );
      assert.deepEqual(
        views
          .filter(({ isTrashed }) => isTrashed)
          .map(({ updatedAt, messageCount }) => [updatedAt, messageCount]),
        ids.includes('gone' as never) ? [[9, 2]] : [],
      );
    });
  }

  it('is answered only after the work is done', async () => {
    const session = 's2';
    const requests = [
      () => handlers.switchSession({ type: 'switchSession', session }),
      () => handlers.renameSession({ type: 'renameSession', session, title: ' B ' }),
      () => handlers.renameSession({ type: 'renameSession', session: 'agents', title: ' C ' }),
      () => handlers.deleteSession({ type: 'deleteSession', session }),
      () => handlers.restoreSession({ type: 'restoreSession', session }),
    ];
    for (const request of requests) assert.equal(await request(), undefined);
    // If the editor's agent renames a session, Longthread does not. The agent closes a session before its deletion.
    assert.deepEqual(did, [
      'open s2',
      'rename s2 “B”',
      'rename agents in the agent “C”',
      'close s2 in the agent',
      'delete s2',
      'restore s2',
    ]);
  });
});

describe('the lookup of an original text', () => {
  async function read(row: string, { isCompacted = true, isReadOnly = false } = {}) {
    const log = new MemoryLog();
    const live = await liveOver(log);
    const call = (callId: string, path: string) =>
      ({ type: 'toolCall', callId, name: 'read_file', arguments: JSON.stringify({ path }) }) as const;
    const said = (text: string) => [{ type: 'text' as const, text }];
    for (const message of [
      { role: 'user', parts: said('Look.') },
      { role: 'assistant', parts: [call('c1', 'src/old.ts')] },
      { role: 'assistant', parts: [call('c1', 'src/a.ts'), call('c2', 'src/b.ts')] },
      { role: 'tool', callId: 'c1', toolName: 'read_file', parts: said('text') },
    ] as const)
      await live.append({ kind: 'message', message });
    if (isReadOnly) log.readOnlyCause = 'openElsewhere';
    const original = await readOriginal(live, { row, isCompacted });
    const noted = log.entries.flatMap((entry) =>
      entry.kind === 'recall' ? [[entry.by, entry.target, entry.facts]] : [],
    );
    return { title: original.title, noted };
  }

  for (const [what, row, how, expected] of [
    [
      'is logged as the person’s recall, with the names in the tool call',
      'm4',
      {},
      { title: 'read_file src/a.ts', noted: [['person', 'm4', ['src/a.ts']]] },
    ],
    [
      'is logged as a recall even if the message is not a tool result',
      'm1',
      {},
      { title: 'Message · m1', noted: [['person', 'm1', []]] },
    ],
    [
      'is logged as a recall of the assistant’s message if a tool call has no result',
      'm3:1',
      {},
      { title: 'read_file src/b.ts', noted: [['person', 'm3', []]] },
    ],
    [
      'is not logged if the message is still in the context',
      'm4',
      { isCompacted: false },
      { title: 'read_file src/a.ts', noted: [] },
    ],
    [
      'is not logged while another window writes the session',
      'm4',
      { isReadOnly: true },
      { title: 'read_file src/a.ts', noted: [] },
    ],
  ] as const) {
    it(what, async () => {
      assert.deepEqual(await read(row, how), expected);
    });
  }

  for (const row of ['m9', 'm3:2', 'm1:0', 'm3:x'])
    it(`reports that the text is gone if the session does not contain the row: ${row}`, async () => {
      await assert.rejects(read(row), /This text is no longer in the session\./);
    });
});

describe('the person’s undo', () => {
  async function undo(
    count: number,
    isSure: boolean,
    { isReadOnly = false, isAgents = false, usableTokens = 1_000 } = {},
  ) {
    const log = new MemoryLog();
    const live = await liveOver(log);
    for (const text of ['one', 'two', 'three'])
      await live.append({ kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } });
    for (let at = 0; at < count; at++)
      await live.append({ ...emptyCompaction, folded: [{ ids: [`m${at + 1}`], as: 'summary' }] });
    const [first] = live.session.compactions;
    if (isReadOnly) log.readOnlyCause = 'openElsewhere';
    const undone: string[] = [];
    const conversation = {
      request: { window: () => ({ usableTokens }), toolTokens: () => 0 },
      compactor: {
        undo: async (id: string) => {
          await new Promise(setImmediate);
          undone.push(id);
        },
      },
    } as never;
    const reply = await undoCompaction({ live, conversation }, first?.entry.id ?? 'e9', {
      isSure,
      agent: { has: () => isAgents },
    });
    return { reply, undone: undone.length };
  }

  it('is done without a question if no later compaction depends on the undone compaction', async () => {
    assert.deepEqual(await undo(1, false), { reply: { outcome: 'done' }, undone: 1 });
  });

  it('requires a confirmation if it would also undo later compactions or make the context too large', async () => {
    const sentence = '1 later compaction was built on this one; all of them would be undone.';
    const asks = { outcome: 'asks', sentence, action: 'Undo 2 compactions' };
    assert.deepEqual(await undo(2, false), { reply: asks, undone: 0 });
    assert.equal((await undo(2, true)).undone, 1);
    const { reply } = await undo(1, false, { usableTokens: 10 });
    assert.ok(reply.outcome === 'asks');
    assert.match(
      reply.sentence,
      /^The context would take \d+ tokens, but a request has room for 10\. Longthread would compact it again/,
    );
    assert.equal(reply.action, 'Undo anyway');
    assert.equal((await undo(1, true, { usableTokens: 10 })).undone, 1);
  });

  it('reports an error if there is nothing to undo or the session is read-only', async () => {
    await assert.rejects(undo(0, true), /no longer affects the context/);
    await assert.rejects(undo(1, false, { isReadOnly: true }), /open in another window/);
    await assert.rejects(
      undo(1, false, { isReadOnly: true, isAgents: true }),
      /editor’s agent has this session open in this window/,
    );
  });
});

describe('the person’s redo', () => {
  async function redo(isSure: boolean, { isReadOnly = false, usableTokens = 1_000, isUndone = true } = {}) {
    const log = new MemoryLog();
    const live = await liveOver(log);
    for (const text of ['one', 'two', 'three'])
      await live.append({ kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } });
    await live.append({ ...emptyCompaction, folded: [{ ids: ['m1'], as: 'summary' }] });
    const compactions = live.session.compactions.map(({ entry }) => entry.id);
    if (isUndone) await live.append({ kind: 'undo', compactions });
    if (isReadOnly) log.readOnlyCause = 'openElsewhere';
    let redone = 0;
    const conversation = {
      request: { window: () => ({ usableTokens }), toolTokens: () => 0 },
      compactor: {
        redo: async () => {
          await new Promise(setImmediate);
          redone += 1;
          return compactions;
        },
      },
    } as never;
    const reply = await redoCompaction({ live, conversation }, { isSure, agent: { has: () => false } });
    return { reply, redone };
  }

  it('requires a confirmation only if the context would be too large even after the redo', async () => {
    assert.deepEqual(await redo(false), { reply: { outcome: 'done' }, redone: 1 });
    const { reply, redone } = await redo(false, { usableTokens: 5 });
    assert.ok(reply.outcome === 'asks');
    assert.match(reply.sentence, /^The context would take \d+ tokens, but a request has room for 5/);
    assert.deepEqual([reply.action, redone], ['Redo anyway', 0]);
    assert.equal((await redo(true, { usableTokens: 5 })).redone, 1);
  });

  it('reports an error if there is nothing to redo or the session is read-only', async () => {
    await assert.rejects(redo(true, { isUndone: false }), /There is nothing to redo/);
    await assert.rejects(redo(false, { isReadOnly: true }), /open in another window/);
  });
});

describe('a compaction in a session of another agent', () => {
  const conversation = {} as never;
  const asked: string[] = [];
  const wishes = {
    compact: async () => void asked.push('compact'),
    turnBack: async (wish: string) => void asked.push(wish),
  };
  const options = { isSure: false, agent: { has: () => false } };
  const made = (id: string) => ({ v: 1 as const, id, at: 1, ...emptyCompaction });

  it('is undone by a request to the agent if it is the last compaction, and redone by another request', async () => {
    const log = new MemoryLog([made('e1'), made('e2')]);
    log.readOnlyCause = 'ledElsewhere';
    const live = await liveOver(log);
    const session = { live, conversation, wishes };
    await assert.rejects(undoCompaction(session, 'e1', options), /Undo Claude Code’s last compaction first/);
    assert.deepEqual(await undoCompaction(session, 'e2', options), { outcome: 'done' });
    await assert.rejects(redoCompaction(session, options), /nothing to redo/);
    log.writtenElsewhere({ v: 1, id: 'e3', at: 1, kind: 'undo', compactions: ['e2'] });
    await live.refresh();
    assert.deepEqual(await redoCompaction(session, options), { outcome: 'done' });
    assert.deepEqual(asked, ['undo', 'redo']);
    assert.equal(log.entries.length, 3);
  });
});
