import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlDatabase, SqlEngine, SqlRow, SqlValue } from './sqlDatabase.ts';

/** The SQLite that is built into Node. Node before 22.5 and some versions of Electron do not include SQLite. */
export const nodeSqlite: SqlEngine = {
  name: 'node:sqlite',
  async open(path) {
    const { DatabaseSync } = await import('node:sqlite');
    return new NodeSqlDatabase(new DatabaseSync(path));
  },
};

class NodeSqlDatabase implements SqlDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: readonly SqlValue[]): void {
    this.#prepare(sql).run(...values);
  }

  all(sql: string, values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values);
  }

  iterate(sql: string): Iterable<SqlRow> {
    return this.#prepare(sql).iterate();
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
