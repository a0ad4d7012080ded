export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** The part of SQLite that recall needs, whichever build answers. Throws what that build throws. */
export interface SqlDatabase {
  exec(sql: string): void;
  run(sql: string, values: readonly SqlValue[]): void;
  all(sql: string, values: readonly SqlValue[]): readonly SqlRow[];
  /** Rows one by one, for reading more than should lie in memory. The database must not be written to meanwhile. */
  iterate(sql: string): Iterable<SqlRow>;
  close(): void;
}

/** One build of SQLite. */
export interface SqlEngine {
  readonly name: 'node:sqlite' | 'node-sqlite3-wasm';
  /** Opens or creates a database file; `:memory:` is one without a file. Rejects when the build is not there. */
  open(path: string): Promise<SqlDatabase>;
}
