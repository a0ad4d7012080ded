import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { messageOf } from '../../core/text/messageOf.ts';
import { nodeSqlite } from '../recall/nodeSqlite.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../recall/sqlDatabase.ts';
import { wasmSqlite } from '../recall/wasmSqlite.ts';

/** The first bytes of every SQLite file. */
export const SQLITE_BEGINNING = 'SQLite format 3\0';

/**
 * Returns the prefix of the names of a thread's copies. With this prefix, another thread can remove the copies after
 * the thread has ended.
 */
function prefixOf(thread: number): string {
  return `longthread-store-${String(process.pid)}-${String(thread)}-`;
}

/** Removes the copies of an ended thread of this process. If a copy can't be removed, leaves it to the system. */
export async function removeCopiesOf(thread: number): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const copies = names
    .filter((name) => name.startsWith(prefixOf(thread)))
    .map((name) => join(tmpdir(), name));
  await Promise.allSettled(copies.map((copy) => rm(copy, { recursive: true, force: true, maxRetries: 3 })));
}

/**
 * A temporary copy of another program's database. Longthread opens a copy because SQLite creates files beside an open
 * database, and the original folder must not change. The other program may still be writing, so the `-wal` file is also
 * copied: it contains changes that are not in the database yet.
 */
export class SqliteCopy {
  readonly #folder: string;
  readonly #database: SqlDatabase;

  private constructor(folder: string, database: SqlDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  /** Copies and opens a database. Throws errors of the file system, and an UnreadableSourceError. */
  static async open(path: string): Promise<SqliteCopy> {
    const folder = await mkdtemp(join(tmpdir(), prefixOf(threadId)));
    try {
      const copy = join(folder, 'store.db');
      await copyFile(path, copy);
      await copyFile(`${path}-wal`, `${copy}-wal`).catch(() => undefined);
      const database = await nodeSqlite.open(copy).catch(() => wasmSqlite.open(copy));
      const opened = new SqliteCopy(folder, database);
      opened.all('SELECT count(*) FROM sqlite_master');
      return opened;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Returns whether the table exists with these columns. */
  has(table: string, columns: readonly string[]): boolean {
    const known = new Set(this.all('SELECT name FROM pragma_table_info(?)', [table]).map(({ name }) => name));
    return columns.every((column) => known.has(column));
  }

  all(sql: string, values: readonly SqlValue[] = []): readonly SqlRow[] {
    try {
      return this.#database.all(sql, values);
    } catch (error) {
      throw new UnreadableSourceError(`SQLite says ${messageOf(error)}`);
    }
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Thrown for a folder, a pipe or a device, and for a database that SQLite can't read. */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError';
}
