import {
  StoreError,
  type EntryHead,
  type ReadOnlyCause,
  type RefreshedLog,
  type SessionLog,
  type StoreReport,
} from '../../core/ports.ts';
import type { Entry, EntryId } from '../../core/log/entry.ts';
import { asStoreError } from './asStoreError.ts';
import { renameOver, syncFolder } from './fileSystem.ts';
import { IndexedLog, type LogDamage } from './indexedLog.ts';
import { lineProblems } from './lineProblems.ts';
import type { LockEnvironment } from './lock.ts';
import type { Locks } from './lockTakeover.ts';
import { damageRefusal, READ_ONLY } from './readOnlyRefusal.ts';
import { replaceOrRemove, writeTransformed } from './rewriteLog.ts';
import { restrictToOwner, removeLeftovers, type SessionFolder } from './sessionFolder.ts';
import { metaAfter, readMeta, saveMeta, type SessionMeta } from './sessionMeta.ts';
import { WriteAccess } from './writeAccess.ts';

export interface OpenOptions {
  readonly sessionId: string;
  readonly folder: SessionFolder;
  readonly locks: Locks;
  /** Whether to open without acquiring the lock. */
  readonly readOnly?: boolean;
  /**
   * Called when the log becomes read-only: another window took the session over, or another program changed its file.
   */
  readonly onLockLost?: () => void;
}

/**
 * A session's log as a JSONL file, one entry per line, with its side-car and its metadata beside it. Created by
 * SessionStore.
 */
export class JsonlSessionLog implements SessionLog {
  readonly sessionId: string;
  readonly #environment: LockEnvironment;
  readonly #folder: SessionFolder;
  readonly #token: string;
  readonly #access: WriteAccess;
  readonly #notices: string[] = [];
  /** Set by `open`, before anything can use the session. */
  #log!: IndexedLog;
  #meta: SessionMeta | undefined;
  /** Settles when the last requested operation ends: appends, reads and rewrites run one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(environment: LockEnvironment, options: OpenOptions) {
    this.sessionId = options.sessionId;
    this.#environment = environment;
    this.#access = new WriteAccess(options.locks, options.folder.lock, () => options.onLockLost?.());
    this.#folder = options.folder;
    this.#token = environment.newToken();
  }

  /** Opens for writing if the lock is free and the disk allows it, else read-only. Throws StoreError. */
  static async open(environment: LockEnvironment, options: OpenOptions): Promise<JsonlSessionLog> {
    if (!environment.fs.existsSync(options.folder.log))
      throw new StoreError('notFound', 'There is no such session.');
    try {
      const session = new JsonlSessionLog(environment, options);
      const canWrite = options.readOnly !== true && (await session.#tryToWrite());
      if (!canWrite) await session.#reopen('read');
      return session;
    } catch (error) {
      throw asStoreError(error, 'The session could not be opened');
    }
  }

  get isReadOnly(): boolean {
    return this.#access.cause !== undefined;
  }

  get readOnlyCause(): ReadOnlyCause | undefined {
    return this.#access.cause;
  }

  get report(): StoreReport {
    return { problems: [...this.#notices, ...lineProblems(this.#log.sideCar.skipped)] };
  }

  tail(count: number): Promise<readonly Entry[]> {
    return this.#inTurn(() => this.#log.tail(count));
  }

  readAll(): Promise<readonly Entry[]> {
    return this.#inTurn(() => this.#log.readAll());
  }

  append(entry: Entry): Promise<void> {
    return this.#inTurn(async () => {
      const meta = await this.#prepareToWrite();
      this.#log.append(entry);
      const { sideCar } = this.#log;
      this.#meta = { ...metaAfter(meta, entry, this.#environment.now()), logBytes: sideCar.coveredTo };
      sideCar.saveWhenMany();
      // If the file was deleted or replaced during the write, the entry is lost, and this throws.
      this.#assertUndamaged();
    });
  }

  flush(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.isReadOnly) return;
      this.#assertThere();
      if (!this.#access.isOwn) return;
      await this.#log.file.flush();
      this.#assertUndamaged();
      this.#saveCaches();
    });
  }

  tokens(): ReadonlyMap<EntryId, number> {
    return this.#log.sideCar.tokens;
  }

  setTokens(id: EntryId, tokens: number): void {
    this.#log.sideCar.setTokens(id, tokens);
  }

  heads(): readonly EntryHead[] {
    const { heads, tokens } = this.#log.sideCar;
    return heads.map((head) => {
      const count = tokens.get(head.id);
      return count === undefined ? head : { ...head, tokens: count };
    });
  }

  refresh(): Promise<RefreshedLog> {
    return this.#inTurn(async () => {
      try {
        this.#access.updateCause();
        if (!this.#isRewritten()) return { appended: await this.#log.catchUp(), isRewritten: false };
        await this.#reopen('read');
        return { appended: await this.#log.readAll(), isRewritten: true };
      } catch (error) {
        throw asStoreError(error, 'The session could not be read again');
      }
    });
  }

  takeOver(): Promise<RefreshedLog> {
    return this.#inTurn(async () => {
      if (!this.isReadOnly) return { appended: [], isRewritten: false };
      const readTo = this.#log.sideCar.coveredTo;
      const before = { isRewritten: false };
      const lookUp = (): void => void (before.isRewritten = this.#isRewritten());
      if (!(await this.#becomeWriter(lookUp)))
        throw new StoreError('locked', 'The session is still open in another window; close it there first.');
      return { ...before, appended: await this.#log.readFrom(before.isRewritten ? 0 : readTo) };
    });
  }

  /**
   * Transforms every entry: writes a new log beside the old one, flushes it to the disk, and replaces the old one
   * atomically. Drops the token counts of changed entries, and the file with the bytes of interrupted writes.
   */
  rewrite(transform: (entry: Entry) => Entry): Promise<void> {
    return this.#inTurn(async () => {
      await this.#prepareToWrite();
      const path = `${this.#folder.nextLog}.${this.#token}`;
      await replaceOrRemove(this.#environment.fs, path, () => this.#replaceLog(path, transform));
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        if (this.#access.isOwn && this.#log.damage() === undefined) this.#saveCaches();
      } finally {
        await this.#access.release();
        this.#log.close();
      }
    });
  }

  async #tryToWrite(): Promise<boolean> {
    try {
      return await this.#becomeWriter();
    } catch (error) {
      this.#notices.push(asStoreError(error, READ_ONLY).message);
      this.#access.refuse();
      return false;
    }
  }

  /**
   * Acquires write access, then opens the log again. Calls `beforeReading` as soon as this window has the lock, while
   * `#log` is still the previous log. Returns false while another owner is alive. If the disk refuses or the log is
   * gone, throws StoreError and stays read-only.
   */
  async #becomeWriter(beforeReading?: () => void): Promise<boolean> {
    try {
      return await this.#access.take(async () => {
        beforeReading?.();
        removeLeftovers(this.#environment.fs, this.#folder);
        restrictToOwner(this.#environment.fs, this.#folder);
        // Reads the log again now that this window has the lock. The earlier owner may have appended entries until now.
        await this.#reopen('append');
        await this.#mendTail();
      });
    } catch (error) {
      throw asStoreError(error, READ_ONLY);
    }
  }

  /** Returns the log's metadata for the session list. Throws StoreError if this log must not be written now. */
  async #prepareToWrite(): Promise<SessionMeta> {
    this.#assertThere();
    this.#access.assertOwn();
    this.#assertUndamaged();
    if (!this.#log.isCaughtUp) await this.#mendTail();
    return this.#meta ?? (await readMeta(this.#environment, this.#folder, true));
  }

  async #mendTail(): Promise<void> {
    this.#meta = undefined;
    const repair = await this.#log.mendTail();
    if (repair !== undefined) this.#notices.push(repair);
  }

  async #replaceLog(path: string, transform: (entry: Entry) => Entry): Promise<void> {
    const { fs } = this.#environment;
    const { torn, log, path: folderPath } = this.#folder;
    const changed = await writeTransformed(fs, this.#log.file, { path, transform });
    this.#access.assertOwn();
    const tokens = [...this.tokens()].filter(([id]) => !changed.has(id));
    this.#removeCaches();
    fs.rmSync(torn, { force: true });
    this.#log.close();
    try {
      renameOver(fs, path, log);
      syncFolder(fs, folderPath);
    } finally {
      this.#log = await this.#openLog('append');
    }
    for (const [id, count] of tokens) this.setTokens(id, count);
    this.#saveCaches();
  }

  async #reopen(mode: 'append' | 'read'): Promise<void> {
    const log = await this.#openLog(mode);
    (this.#log as IndexedLog | undefined)?.close();
    this.#log = log;
  }

  #openLog(mode: 'append' | 'read'): Promise<IndexedLog> {
    return IndexedLog.open(this.#environment.fs, this.#folder, { mode, token: this.#token });
  }

  #saveCaches(): void {
    this.#log.sideCar.save();
    if (this.#meta === undefined) return;
    const meta = { ...this.#meta, ...this.#log.counted };
    saveMeta(this.#environment.fs, this.#folder, { meta, token: this.#token });
  }

  /** Removes the caches of the old log. They contain the old log's size and the lengths of its lines. */
  #removeCaches(): void {
    this.#log.sideCar.remove();
    this.#environment.fs.rmSync(this.#folder.meta, { force: true });
    this.#meta = undefined;
  }

  /** Returns whether another file replaced the log, or the log no longer contains what was read from it. */
  #isRewritten(): boolean {
    return this.#log.file.isReplaced() || this.#log.damage() !== undefined;
  }

  /**
   * Throws if the log was deleted. Must be called before the lock is checked. Otherwise, if the lock was deleted, too,
   * the error would say that another window took the session over.
   */
  #assertThere(): void {
    if (!this.isReadOnly && this.#log.file.loss() === 'deleted') this.#refuse('deleted');
  }

  #assertUndamaged(): void {
    const damage = this.#log.damage();
    if (damage !== undefined) this.#refuse(damage);
  }

  #refuse(damage: LogDamage): never {
    this.#access.lose('changed');
    const refusal = damageRefusal(damage);
    this.#notices.push(refusal.message);
    throw refusal;
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(task);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
