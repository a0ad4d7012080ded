export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** The part of SQLite that recall needs, as one interface for all builds. Methods throw the errors of the build. */
export interface SqlDatabase {
  exec(sql: string): void;
  run(sql: string, values: readonly SqlValue[]): void;
  all(sql: string, values: readonly SqlValue[]): readonly SqlRow[];
  /**
   * Yields rows one by one, for results that are too large for memory. Do not write to the database while iterating.
   */
  iterate(sql: string): Iterable<SqlRow>;
  close(): void;
}

/** One build of SQLite. */
export interface SqlEngine {
  readonly name: 'node:sqlite' | 'node-sqlite3-wasm';
  /** Opens or creates a database file. The path `:memory:` needs no file. Rejects if the build is missing. */
  open(path: string): Promise<SqlDatabase>;
}
