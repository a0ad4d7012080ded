import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agentFiles } from '../../../../src/adapters/otherAgents/agentFiles.ts';
import { OtherReader } from '../../../../src/adapters/otherAgents/otherReader.ts';
import { OtherSessionLog } from '../../../../src/adapters/otherAgents/otherSessionLog.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { textOf } from '../../../../src/core/log/message.ts';

it('The log of a session of opencode is read again if the newest messages are only in the database’s write-ahead log', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lt-followed-'));
  const database = path.join(folder, 'opencode.db');
  const writer = new DatabaseSync(database);
  const add = (id: string, text: string): void => {
    writer.exec(`INSERT INTO message VALUES ('${id}', 'a', 1, '{"role":"user"}')`);
    writer.exec(`INSERT INTO part VALUES ('${id}', '${id}', '{"type":"text","text":"${text}"}')`);
  };
  const said = (entries: readonly Entry[]): readonly string[] =>
    entries.flatMap((entry) => (entry.kind === 'message' ? [textOf(entry.message)] : []));
  try {
    writer.exec(
      `PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT, parent_id TEXT, title TEXT, time_created INT, time_updated INT);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, data TEXT);
      INSERT INTO session VALUES ('a', NULL, 'A', 1, 1)`,
    );
    add('1', 'one');
    const reader = new OtherReader(new SecretRedactor());
    const log = new OtherSessionLog(
      { sessionId: 'other-a', session: { path: database, chat: 'a' }, title: 'A' },
      {
        calls: {
          read: (session) => reader.read(session),
          piece: (session, from) => Promise.resolve(reader.piece(session, from)),
        },
        files: agentFiles,
        isFollowed: () => true,
      },
    );
    assert.deepEqual(said(await log.readAll()), ['one']);
    const before = await agentFiles.stamp(database);
    add('2', 'two');
    assert.deepEqual(await agentFiles.stamp(database), before);
    assert.deepEqual(said((await log.refresh()).appended), ['two']);
    assert.deepEqual(await log.refresh(), { appended: [], isRewritten: false });
  } finally {
    writer.close();
    rmSync(folder, { recursive: true });
  }
});
