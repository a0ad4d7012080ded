import type { EntryHead, ReadOnlyCause, RefreshedLog, SessionLog } from '../../src/core/ports.ts';
import type { Entry, EntryId } from '../../src/core/log/entry.ts';

/** A log in memory. A test can make an append fail, and can write to the log as another window would. */
export class MemoryLog implements SessionLog {
  readOnlyCause: ReadOnlyCause | undefined;
  readonly report = { problems: [] };
  entries: Entry[];
  flushes = 0;
  isClosed = false;
  /** An append fails with `error` after `after` further appends have succeeded. */
  failure: { readonly error: Error; after: number } | undefined;
  readonly #tokens = new Map<EntryId, number>();
  #unread: Entry[] = [];
  #isRewritten = false;

  constructor(
    entries: readonly Entry[] = [],
    readonly sessionId = 'session1',
  ) {
    this.entries = [...entries];
  }

  get isReadOnly(): boolean {
    return this.readOnlyCause !== undefined;
  }

  tail(count: number): Promise<readonly Entry[]> {
    return Promise.resolve(this.entries.slice(-count));
  }

  readAll(): Promise<readonly Entry[]> {
    return Promise.resolve([...this.entries]);
  }

  async append(entry: Entry): Promise<void> {
    await Promise.resolve();
    if (this.failure !== undefined && this.failure.after-- === 0) throw this.failure.error;
    this.entries.push(entry);
  }

  flush(): Promise<void> {
    this.flushes += 1;
    return Promise.resolve();
  }

  tokens(): ReadonlyMap<EntryId, number> {
    return this.#tokens;
  }

  setTokens(id: EntryId, tokens: number): void {
    this.#tokens.set(id, tokens);
  }

  heads(): readonly EntryHead[] {
    return this.entries.map(({ id, kind }) => ({ id, kind }));
  }

  /** Appends entries as another window would. */
  writtenElsewhere(...entries: readonly Entry[]): void {
    this.entries.push(...entries);
    this.#unread.push(...entries);
  }

  /** Replaces all entries, as another window would. */
  rewrittenElsewhere(entries: readonly Entry[]): void {
    this.entries = [...entries];
    this.#isRewritten = true;
  }

  refresh(): Promise<RefreshedLog> {
    const refreshed = {
      appended: this.#isRewritten ? this.entries : this.#unread,
      isRewritten: this.#isRewritten,
    };
    this.#unread = [];
    this.#isRewritten = false;
    return Promise.resolve(refreshed);
  }

  takeOver(): Promise<RefreshedLog> {
    this.readOnlyCause = undefined;
    return this.refresh();
  }

  async rewrite(transform: (entry: Entry) => Entry): Promise<void> {
    await Promise.resolve();
    this.entries = this.entries.map((entry) => {
      const changed = transform(entry);
      return changed;
    });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}
