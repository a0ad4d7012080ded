import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { messageOf } from '../../core/text/messageOf.ts';
import { nodeSqlite } from '../recall/nodeSqlite.ts';
import type { SqlDatabase, SqlRow, SqlValue } from '../recall/sqlDatabase.ts';
import { wasmSqlite } from '../recall/wasmSqlite.ts';
import { UnreadableSourceError } from './unreadableSource.ts';

/** The beginning of every SQLite file. */
export const SQLITE_BEGINNING = 'SQLite format 3\0';

/** Which thread's copies a folder's name says: a thread that is ended can't remove its own. */
function prefixOf(thread: number): string {
  return `longthread-store-${String(process.pid)}-${String(thread)}-`;
}

/** Removes the copies of a thread of this process that has ended; one that can't be removed is left to the system. */
export async function removeCopiesOf(thread: number): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const copies = names
    .filter((name) => name.startsWith(prefixOf(thread)))
    .map((name) => join(tmpdir(), name));
  await Promise.allSettled(copies.map((copy) => rm(copy, { recursive: true, force: true, maxRetries: 3 })));
}

/**
 * A copy of a database that another program may be writing to: SQLite leaves files of its own beside what it opens, and
 * nothing is to change there. What is not written into the database yet lies in its `-wal` and is copied with it.
 */
export class SqliteCopy {
  readonly #folder: string;
  readonly #database: SqlDatabase;

  private constructor(folder: string, database: SqlDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  /** Throws what the file system throws, and an UnreadableSourceError. */
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

  /** Returns whether a table is there with such columns. */
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
