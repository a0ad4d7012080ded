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

describe('The log of a session of opencode', () => {
  let folder: string;
  let database: string;
  let writer: DatabaseSync;
  let now: number;
  /** The milliseconds that each read takes. */
  let readMs: number;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-followed-'));
    database = path.join(folder, 'opencode.db');
    writer = new DatabaseSync(database);
    writer.exec(
      `PRAGMA journal_mode = WAL;
      CREATE TABLE session (id TEXT, parent_id TEXT, title TEXT, time_created INT, time_updated INT);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, data TEXT);
      INSERT INTO session VALUES ('a', NULL, 'A', 1, 1)`,
    );
    add('1', 'one');
    [now, readMs] = [0, 0];
  });
  afterEach(() => {
    writer.close();
    rmSync(folder, { recursive: true });
  });

  const add = (id: string, text: string): void => {
    writer.exec(`INSERT INTO message VALUES ('${id}', 'a', 1, '{"role":"user"}')`);
    writer.exec(`INSERT INTO part VALUES ('${id}', '${id}', '{"type":"text","text":"${text}"}')`);
  };
  const said = (entries: readonly Entry[]): readonly string[] =>
    entries.flatMap((entry) => (entry.kind === 'message' ? [textOf(entry.message)] : []));
  const opened = (): OtherSessionLog => {
    const reader = new OtherReader(new SecretRedactor());
    return new OtherSessionLog(
      { sessionId: 'other-a', session: { path: database, chat: 'a' }, title: 'A' },
      {
        calls: {
          read: (session) => {
            now += readMs;
            return reader.read(session);
          },
          piece: (session, from) => Promise.resolve(reader.piece(session, from)),
        },
        files: agentFiles,
        clock: { monotonic: () => now },
        isFollowed: () => true,
      },
    );
  };

  it('is read again if the newest messages are only in the database’s write-ahead log', async () => {
    const log = opened();
    assert.deepEqual(said(await log.readAll()), ['one']);
    const before = await agentFiles.stamp(database);
    add('2', 'two');
    assert.deepEqual(await agentFiles.stamp(database), before);
    assert.deepEqual(said((await log.refresh()).appended), ['two']);
    assert.deepEqual(await log.refresh(), { appended: [], isRewritten: false });
  });

  it('is read again after a change of only the write-ahead log, but not before ten times the duration of the last read has passed', async () => {
    const log = opened();
    readMs = 500;
    await log.readAll();
    add('2', 'two');
    for (const at of [2_500, 4_500, 5_499]) {
      now = at;
      assert.deepEqual(await log.refresh(), { appended: [], isRewritten: false });
      add(String(at), `at ${String(at)}`);
    }
    now = 5_500;
    assert.deepEqual(said((await log.refresh()).appended), ['two', 'at 2500', 'at 4500', 'at 5499']);
  });

  it('is read again at once after a change of the database itself', async () => {
    const log = opened();
    readMs = 500;
    await log.readAll();
    add('2', 'two');
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    assert.deepEqual(said((await log.refresh()).appended), ['two']);
  });
});
