import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AGENT_IDS } from '../../../../src/adapters/otherAgents/agents.ts';
import type { ListedSession } from '../../../../src/adapters/otherAgents/listedSession.ts';
import { OtherReader, type OtherSession } from '../../../../src/adapters/otherAgents/otherReader.ts';
import { listSessions } from '../../../../src/adapters/otherAgents/otherSessions.ts';
import { ARCHIVE_BYTES, SessionArchive } from '../../../../src/adapters/otherAgents/sessionArchive.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { auditReport } from '../../../../src/adapters/transcripts/auditReport.ts';
import { claudeLines, OtherMachine } from '../../../support/otherAgentFiles.ts';
import { MADE_UP_TOKEN } from '../../../support/namedSecrets.ts';

describe('The archive of other agents’ sessions', () => {
  let machine: OtherMachine;
  let archive: SessionArchive;
  let storage: string;
  let time: number;
  beforeEach(() => {
    machine = new OtherMachine();
    storage = path.join(machine.root, 'own');
    archive = new SessionArchive(storage);
    time = 1_000;
  });
  afterEach(() => {
    machine.remove();
  });

  const redactor = new SecretRedactor();
  const reader = new OtherReader(redactor);
  const where = (workspace = machine.workspace): Parameters<SessionArchive['copyNew']>[1] => ({
    ...{ workspace, places: machine.places, files: machine.files },
  });
  const copyNew = (
    agent: (typeof AGENT_IDS)[number] = 'claudeCode',
    options: {
      readonly isAllowed?: () => boolean;
      readonly mostBytes?: number;
      readonly folder?: string;
    } = {},
  ): Promise<readonly string[]> => {
    const { isAllowed = () => true, mostBytes = ARCHIVE_BYTES, folder } = options;
    return archive.copyNew(agent, where(folder), { redactor, isAllowed, mostBytes });
  };
  /** Returns the sessions that are only in the archive. */
  const gone = async (agent: (typeof AGENT_IDS)[number] = 'claudeCode'): Promise<readonly ListedSession[]> =>
    archive.deletedByAgent(agent, {
      workspace: machine.workspace,
      listed: await listSessions(agent, where(), redactor),
    });
  const claude = (name: string, texts: readonly string[], workspace?: string): string => {
    const file = machine.writeClaude(name, texts, workspace);
    time += 1;
    utimesSync(file, time, time);
    return file;
  };
  const kept = (): readonly string[] =>
    readdirSync(path.join(storage, 'archivedSessions')).map((name) =>
      readFileSync(path.join(storage, 'archivedSessions', name), 'utf8'),
    );
  const copyOf = async (session: ListedSession | undefined): Promise<OtherSession> => {
    assert.ok(session?.copy);
    const { copy } = session;
    const { entries } = await reader.read({ path: copy.path, copied: copy });
    assert.ok(entries > 0);
    return { path: copy.path, copied: copy };
  };

  for (const agent of AGENT_IDS)
    it(`keeps a session that ${agent} deleted, but no session of another folder`, async () => {
      machine.writeAll();
      assert.deepEqual(await copyNew(agent), []);
      assert.deepEqual(await gone(agent), []);
      const [listed, ...others] = await listSessions(agent, where(), redactor);
      assert.deepEqual(others, []);
      const [session, ...more] = await archive.deletedByAgent(agent, {
        workspace: machine.workspace,
        listed: [],
      });
      assert.deepEqual(more, []);
      const { copy, ...rest } = session ?? {};
      assert.deepEqual(rest, listed);
      assert.ok(copy);
      await copyOf(session);
      assert.ok(kept().every((text) => !text.includes('there')));
    });

  it('contains the messages of a session unchanged, with the same ids', async () => {
    const file = claude('a', ['The lock is held.', 'two']);
    const before = await reader.read({ path: file });
    const entries = reader.piece({ path: file }, 0);
    const [listed] = await listSessions('claudeCode', where(), redactor);
    await copyNew();
    rmSync(file);
    const [session] = await gone();
    assert.equal(session?.title, listed?.title);
    const copy = await copyOf(session);
    assert.deepEqual(reader.piece(copy, 0), entries);
    const read = await reader.read(copy);
    assert.deepEqual([read.format, read.leftOut], [before.format, before.leftOut]);
    assert.deepEqual(
      (await reader.find(copy, 'lock held')).map(({ id }) => id),
      ['m2', 'm1'],
    );
  });

  it('contains no secrets, and is readable only by this user', async () => {
    claude('a', [`Use ${MADE_UP_TOKEN} for it.`]);
    await copyNew();
    assert.equal(kept().length, 2);
    assert.ok(kept().every((text) => !text.includes(MADE_UP_TOKEN)));
    assert.ok(kept().some((text) => text.includes('for it.') && text.includes('[secret: ')));
    const folder = path.join(storage, 'archivedSessions');
    if (process.platform !== 'win32')
      for (const name of ['.', ...readdirSync(folder)])
        assert.equal(statSync(path.join(folder, name)).mode & 0o077, 0, name);
  });

  it('produces the same audit report of the agent’s own compactions as the original file', async () => {
    const file = claude('a', ['Never push to the release branch.']);
    const common = { sessionId: 's', cwd: machine.workspace };
    const boundary = {
      ...common,
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b',
      compactMetadata: {},
    };
    const message = { role: 'user', content: 'The user said hello.' };
    const summary = { ...common, type: 'user', uuid: 'u9', isCompactSummary: true, message };
    const lines = readFileSync(file, 'utf8');
    writeFileSync(file, `${lines}${JSON.stringify(boundary)}\n${JSON.stringify(summary)}\n`);
    const before = auditReport(await reader.audit({ path: file }));
    assert.match(before, /Never push to the release branch/);
    await copyNew();
    rmSync(file);
    const [session] = await gone();
    assert.equal(auditReport(await reader.audit(await copyOf(session))), before);
  });

  it('records which of the person’s messages a compaction kept', async () => {
    const item = (text: string): object => ({
      ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
    const rules = ['Always run the linter first.', `Never print the token ${MADE_UP_TOKEN}.`];
    const [, staying = ''] = rules;
    const lines = [
      { type: 'session_meta', payload: { id: 's', cwd: machine.workspace } },
      ...rules.map((text) => ({ type: 'response_item', payload: item(text) })),
      { type: 'compacted', payload: { message: 'They talked.', replacement_history: [item(staying)] } },
      { type: 'response_item', payload: item('Go on') },
    ].map((line) => JSON.stringify(line));
    const file = machine.write(machine.folderOf('codex'), '2026/01/02/rollout-s.jsonl', lines.join('\n'));
    const before = await reader.audit({ path: file });
    await reader.read({ path: file });
    const goneFrom = (read: OtherSession): unknown =>
      reader.piece(read, 0).flatMap((entry) => (entry.kind === 'compaction' ? entry.folded : []));
    assert.deepEqual(goneFrom({ path: file }), [{ ids: ['m1'], as: 'summary' }]);
    assert.deepEqual(
      before.compactions.map(({ keptMessages, isKeptTold, lost }) => [keptMessages, isKeptTold, lost.length]),
      [[1, true, 1]],
    );
    await copyNew('codex');
    rmSync(file);
    const [session] = await gone('codex');
    const copy = await copyOf(session);
    assert.deepEqual(goneFrom(copy), [{ ids: ['m1'], as: 'summary' }]);
    assert.deepEqual(await reader.audit(copy), before);
    assert.ok(kept().every((text) => !text.includes(MADE_UP_TOKEN)));
  });

  it('copies only new and changed sessions', async () => {
    let reads = 0;
    const counted = { isAllowed: () => (reads += 1) > 0 };
    const file = claude('a', ['one']);
    await copyNew('claudeCode', counted);
    const first = kept().join('');
    reads = 0;
    await copyNew('claudeCode', counted);
    // `isAllowed` is called once for the session. It would be called again only before a copy is stored.
    assert.deepEqual([reads, kept().join('')], [1, first]);
    writeFileSync(file, claudeLines('another', { at: 0, cwd: machine.workspace }).join('\n'));
    await copyNew();
    assert.ok(kept().join('').includes('another') && !kept().join('').includes('Done: one'));
  });

  it('keeps a copy if the session’s file later names another folder (not reported) or has no messages (reported once)', async () => {
    const file = claude('a', ['one']);
    await copyNew();
    writeFileSync(file, '{"type":"summary","cwd":"x"}\n');
    assert.deepEqual(await copyNew(), []);
    writeFileSync(file, `{"cwd":${JSON.stringify(machine.workspace)}}\n`);
    const [problem = ''] = await copyNew();
    assert.match(problem, /is not a transcript|contains no message/);
    assert.deepEqual(await copyNew(), []);
    rmSync(file);
    await copyOf((await gone())[0]);
  });

  it('copies nothing after the consent is withdrawn', async () => {
    claude('a', ['one']);
    claude('b', ['two']);
    let asked = 0;
    // Allows reading the first session (the first question), but not storing its copy (the second question).
    await copyNew('claudeCode', { isAllowed: () => (asked += 1) < 2 });
    assert.deepEqual([asked, kept()], [3, []]);
    await copyNew('claudeCode', { isAllowed: () => false });
    assert.deepEqual(kept(), []);
  });

  it('removes the oldest copies to stay below the maximum size', async () => {
    claude('old', ['the oldest one']);
    claude('middle', ['x'.repeat(2_000)], machine.elsewhere);
    await copyNew();
    await copyNew('claudeCode', { folder: machine.elsewhere });
    claude('new', ['the newest one']);
    await copyNew('claudeCode', { mostBytes: 5_000 });
    const { bytes, sessions } = await archive.size();
    assert.ok(bytes <= 5_000 && sessions === 2, `${String(sessions)} sessions, ${String(bytes)} bytes`);
    assert.ok(!kept().join('').includes('Done: the oldest one'));
    await copyNew('claudeCode', { mostBytes: 5_000 });
    assert.ok(!kept().join('').includes('Done: the oldest one'));
    // A session that is larger than the maximum size of the archive replaces no other session.
    claude('huge', ['y'.repeat(9_000)]);
    await copyNew('claudeCode', { mostBytes: 5_000 });
    assert.deepEqual(await archive.size(), { bytes, sessions });
  });

  it('copies a session again if the note about the copy is unreadable', async () => {
    claude('a', ['one']);
    await copyNew();
    const folder = path.join(storage, 'archivedSessions');
    for (const name of readdirSync(folder))
      if (name.endsWith('.json')) writeFileSync(path.join(folder, name), '{"session": 1}');
    assert.deepEqual(
      await archive.deletedByAgent('claudeCode', { workspace: machine.workspace, listed: [] }),
      [],
    );
    await copyNew();
    assert.equal((await archive.size()).sessions, 1);
  });

  it('deletes this process’s unfinished files, keeps recent ones of other processes, and can be deleted as a whole', async () => {
    assert.deepEqual(await archive.size(), { sessions: 0, bytes: 0 });
    claude('a', ['one']);
    await copyNew();
    const folder = path.join(storage, 'archivedSessions');
    const [half, others] = [`a.jsonl.${String(process.pid)}.new`, 'a.jsonl.1.new'];
    for (const name of [half, others]) writeFileSync(path.join(folder, name), 'half');
    await archive.removeUnfinished();
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.new')),
      [others],
    );
    await archive.delete();
    assert.deepEqual([existsSync(folder), await gone()], [false, []]);
  });
});
