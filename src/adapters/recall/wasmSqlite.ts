import { rmSync } from 'node:fs';
import type { Database, Statement } from 'node-sqlite3-wasm';
import type { SqlDatabase, SqlEngine, SqlRow, SqlValue } from './sqlDatabase.ts';

/**
 * SQLite compiled to WebAssembly. Runs wherever Node runs, about half as fast as the SQLite that is built into Node.
 */
export const wasmSqlite: SqlEngine = {
  name: 'node-sqlite3-wasm',
  async open(path) {
    const { default: sqlite } = await import('node-sqlite3-wasm');
    // This build locks a file by creating a folder beside it, and a killed process does not remove that folder. The
    // folder can be removed here, since a session has only one writer.
    rmSync(`${path}.lock`, { recursive: true, force: true });
    return new WasmSqlDatabase(new sqlite.Database(path));
  },
};

/** Finalizes all prepared statements when closed, since WebAssembly does not free their memory otherwise. */
class WasmSqlDatabase implements SqlDatabase {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: readonly SqlValue[]): void {
    this.#prepare(sql).run([...values]);
  }

  all(sql: string, values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all([...values]);
  }

  iterate(sql: string): Iterable<SqlRow> {
    return this.#prepare(sql).iterate();
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
