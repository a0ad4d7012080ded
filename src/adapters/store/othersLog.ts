import type { Entry, EntryId } from '../../core/log/entry.ts';
import type { EntryHead, ReadOnlyCause, RefreshedLog, SessionLog, StoreReport } from '../../core/ports.ts';
import { readOnlyRefusal } from './readOnlyRefusal.ts';

/** A read-only log of a session that another agent stores. */
export abstract class OthersLog implements SessionLog {
  abstract readonly sessionId: string;
  abstract readonly report: StoreReport;
  readonly isReadOnly = true;
  readonly #causeWhileOpen: ReadOnlyCause;
  #isClosed = false;
  readonly #tokens = new Map<EntryId, number>();

  constructor(whileOpen: ReadOnlyCause) {
    this.#causeWhileOpen = whileOpen;
  }

  /** The entries as of the last read. */
  protected abstract readonly entries: readonly Entry[];
  abstract readAll(): Promise<readonly Entry[]>;
  abstract append(entry: Entry): Promise<void>;
  abstract refresh(): Promise<RefreshedLog>;

  get readOnlyCause(): ReadOnlyCause {
    return this.#isClosed ? 'closed' : this.#causeWhileOpen;
  }

  async tail(count: number): Promise<readonly Entry[]> {
    return (await this.readAll()).slice(-count);
  }

  flush(): Promise<void> {
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

  takeOver(): Promise<RefreshedLog> {
    return this.refuse();
  }

  rewrite(): Promise<void> {
    return this.refuse();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** Drops all token counts. Returns the value that `refresh` must return if the log was rewritten. */
  protected rewritten(): RefreshedLog {
    this.#tokens.clear();
    return { appended: this.entries, isRewritten: true };
  }

  protected refuse(): Promise<never> {
    return Promise.reject(readOnlyRefusal(this.readOnlyCause));
  }
}
