import { ftsQuery, type RecallQuery } from '../../core/recall/query.ts';
import type { FoundText, RecallText } from '../../core/recall/scan.ts';
import { indexTerms } from '../../core/recall/terms.ts';
import type { RecallStamp, RecallStore } from './recallStore.ts';
import type { SqlDatabase, SqlRow } from './sqlDatabase.ts';

/**
 * The version of the index. Increase it when the tables or `indexTerms` change. A file with another version is rebuilt.
 */
const SCHEMA_VERSION = 1;

/**
 * The states of an index file, stored in the file's header (SQLite's `application_id`). Checking a large index takes
 * seconds, so a file is checked only if it was not closed. A file was not closed if the process or the worker thread
 * was killed, or if the thread ended because the file was damaged.
 */
const OPEN = 1;
const CLOSED = 2;

/**
 * The tables. `indexTerms` splits texts into terms, so SQLite's tokenizer has to split only at spaces. The tokenizer
 * `ascii` with these `tokenchars` keeps each term whole in every build of SQLite. The index itself stores no texts
 * (`content=''`).
 */
const SCHEMA = `
  CREATE TABLE message(place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE term_index USING fts5(terms, content='', tokenize="ascii tokenchars '_$.'");
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

const MATCH = `
  SELECT message.id AS id, message.text AS text, -rank AS score
  FROM term_index JOIN message ON message.place = term_index.rowid
  WHERE term_index MATCH ? ORDER BY rank LIMIT ?
`;

/**
 * Thrown if the index file is damaged or has another version. The file can be deleted, since the log contains all
 * indexed texts.
 */
export class StaleIndexError extends Error {
  override readonly name = 'StaleIndexError';
}

/** Stores texts and an index of their terms in one SQLite file. */
export class FtsRecallStore implements RecallStore {
  readonly #database: SqlDatabase;

  /**
   * Uses an open database. Throws StaleIndexError or SQLite's own error if the database is neither empty nor a valid
   * index.
   */
  constructor(database: SqlDatabase) {
    this.#database = database;
    // Only one process opens a session's index. Exclusive mode also allows a write-ahead log without shared memory.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const version = database.all('PRAGMA user_version', [])[0]?.['user_version'];
    const isEmpty = database.all('SELECT 1 FROM sqlite_master LIMIT 1', []).length === 0;
    if (isEmpty) database.exec(SCHEMA);
    else if (version !== SCHEMA_VERSION)
      throw new StaleIndexError(`its file has version ${String(version)}.`);
    else if (this.#applicationId() !== CLOSED) this.#check();
    database.exec(`PRAGMA application_id = ${OPEN}`);
  }

  stamp(): RecallStamp {
    const [row] = this.#database.all('SELECT id, place FROM message ORDER BY place DESC LIMIT 1', []);
    return { count: Number(row?.['place'] ?? 0), lastId: row === undefined ? undefined : String(row['id']) };
  }

  insert(texts: readonly RecallText[]): void {
    this.#inTransaction(() => {
      let place = this.stamp().count;
      for (const { id, text } of texts) {
        if (this.#has(id)) continue;
        place += 1;
        this.#database.run('INSERT INTO message(place, id, text) VALUES (?, ?, ?)', [place, id, text]);
        this.#database.run('INSERT INTO term_index(rowid, terms) VALUES (?, ?)', [
          place,
          indexTerms(text).join(' '),
        ]);
      }
    });
  }

  match(query: RecallQuery, mode: 'all' | 'any', limit: number): readonly FoundText[] {
    const expression = ftsQuery(query, mode);
    if (expression === undefined) return [];
    return this.#database
      .all(MATCH, [expression, limit])
      .map((row) => ({ ...textOf(row), by: mode, score: Number(row['score']) }));
  }

  *texts(): Iterable<RecallText> {
    for (const row of this.#database.iterate('SELECT id, text FROM message ORDER BY place DESC'))
      yield textOf(row);
  }

  clear(): void {
    this.#inTransaction(() => {
      this.#database.exec('DROP TABLE term_index; DROP TABLE message');
      this.#database.exec(SCHEMA);
    });
    // The text that the person removed must not stay in free pages of the file.
    this.#database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#database.exec(`PRAGMA application_id = ${CLOSED}`);
    this.#database.close();
  }

  #applicationId(): unknown {
    return this.#database.all('PRAGMA application_id', [])[0]?.['application_id'];
  }

  #check(): void {
    const [row] = this.#database.all('PRAGMA quick_check(1)', []);
    if (row?.['quick_check'] !== 'ok') throw new StaleIndexError('its file is damaged.');
    this.#database.exec("INSERT INTO term_index(term_index) VALUES ('integrity-check')");
  }

  #has(id: string): boolean {
    return this.#database.all('SELECT 1 FROM message WHERE id = ?', [id]).length > 0;
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      try {
        this.#database.exec('ROLLBACK');
      } catch {
        // After some errors, such as a full disk, SQLite has already rolled back the transaction.
      }
      throw error;
    }
  }
}

function textOf(row: SqlRow): RecallText {
  return { id: String(row['id']), text: String(row['text']) };
}
