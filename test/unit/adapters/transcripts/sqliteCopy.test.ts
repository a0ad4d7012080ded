import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { readTranscript } from '../../../../src/adapters/transcripts/formats.ts';
import { removeCopiesOf, SqliteCopy } from '../../../../src/adapters/transcripts/sqliteCopy.ts';

describe('The copy of a database', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'lt-copy-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const copies = (thread: number): readonly string[] =>
    readdirSync(tmpdir()).filter((name) =>
      name.startsWith(`longthread-store-${String(process.pid)}-${String(thread)}-`),
    );

  const database = (): string => {
    const file = path.join(folder, 'a.db');
    new DatabaseSync(file).exec('CREATE TABLE one (id)');
    return file;
  };

  it('is deleted when it is closed', async () => {
    const copy = await SqliteCopy.open(database());
    assert.equal(copies(threadId).length, 1);
    await copy.close();
    assert.deepEqual(copies(threadId), []);
  });

  it('is deleted before the reader of transcripts rejects the database', async () => {
    await assert.rejects(readTranscript(database()), { reason: 'unrecognised' });
    assert.deepEqual(copies(threadId), []);
  });

  it('is deleted if removeCopiesOf gets the id of the thread that created it; copies of other threads remain', async () => {
    const other = threadId + 1;
    const left = mkdtempSync(
      path.join(tmpdir(), `longthread-store-${String(process.pid)}-${String(other)}-`),
    );
    const open = await SqliteCopy.open(database());
    await removeCopiesOf(other);
    assert.equal(existsSync(left), false);
    assert.equal(copies(threadId).length, 1);
    await open.close();
  });
});
