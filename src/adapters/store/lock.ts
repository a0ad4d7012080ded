import { asStoreError } from './asStoreError.ts';
import { inExclusion, type ExclusionEnvironment } from './exclusion.ts';
import { replaceFile } from './fileSystem.ts';
import { LOCK_UNREADABLE, readLock, type LockContents, type Holder, type ProcessId } from './lockFile.ts';

const RENEW_EVERY_MS = 5_000;
/**
 * The time without a renewal after which an owner counts as gone. No disk is so slow that a living owner misses four
 * renewals. An owner whose machine was asleep may lose the lock, but notices this before its next write.
 */
export const SILENT_AFTER_MS = 20_000;

/** The services that the lock needs from outside. Tests control the clocks. */
export interface LockEnvironment extends ExclusionEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs(): number;
  readonly process: ProcessId;
  /** Returns whether a process runs on this machine; true if this can't be determined. */
  isRunning(pid: number): boolean;
  /** Calls `tick` repeatedly; returns a function that stops it. */
  every(intervalMs: number, tick: () => void): () => void;
}

/**
 * A session's lock: a file with its owner's token and a renewal counter. If a lock is unchanged for 20 s, another
 * window may take it over (`Locks`). The earlier owner notices this before its next write, because its token is gone.
 * If the owner can't read the file, e.g. because too many files are open, it still owns the lock for 20 s after it last
 * confirmed its token. A window may change the file only while it has a second lock file, the guard. No library is
 * used, since libraries for lock files rely on the time of day, which may be changed.
 */
export class Lock {
  readonly #environment: LockEnvironment;
  readonly #path: string;
  readonly #token: string;
  /** When the token was last confirmed on disk. */
  #confirmedAtMs = Number.NEGATIVE_INFINITY;
  #renewals = 0;
  #stopRenewing: (() => void) | undefined;

  private constructor(environment: LockEnvironment, path: string) {
    this.#environment = environment;
    this.#path = path;
    this.#token = environment.newToken();
  }

  /**
   * Calls `mayTake` while no other window can write the lock. If the result is true, writes a new lock; else returns
   * undefined. Rejects with StoreError `unwritable`.
   */
  static write(
    environment: LockEnvironment,
    path: string,
    mayTake: () => boolean,
  ): Promise<Lock | undefined> {
    const lock = new Lock(environment, path);
    return lock.#alone(() => {
      if (!mayTake()) return undefined;
      lock.#write();
      const found = readLock(environment.fs, path);
      if (found.type === 'unreadable') throw found.why;
      // On a very slow disk, another window may have removed this window's guard and written the lock, too. The later
      // write counts.
      return lock.#confirmIn(found) ? lock : undefined;
    });
  }

  /** Renews the lock every 5 s from now on. Calls `onLost` once if the lock is lost. */
  keep(onLost: () => void): void {
    this.#stopRenewing = this.#environment.every(RENEW_EVERY_MS, () => void this.#renew(onLost));
  }

  /**
   * Returns whether this window still owns the lock on disk. Throws StoreError `unwritable` if the lock was unreadable
   * or damaged for so long that another window may have taken it over.
   */
  isOwn(): boolean {
    const found = readLock(this.#environment.fs, this.#path);
    if (found.type === 'holder' || found.type === 'gone') return this.#confirmIn(found);
    if (this.#environment.elapsedMs() - this.#confirmedAtMs <= SILENT_AFTER_MS) return true;
    throw found.type === 'unreadable' ? found.why : asStoreError(new Error('it is damaged'), LOCK_UNREADABLE);
  }

  /**
   * Releases the lock by removing its file. If the guard is free, removes the file synchronously. If the file can't be
   * read or removed, the lock expires later.
   */
  async release(): Promise<void> {
    this.#stop();
    const { fs } = this.#environment;
    const isOwn = (): boolean => this.#confirmIn(readLock(fs, this.#path));
    if (!isOwn()) return;
    try {
      await this.#alone(() => {
        if (isOwn()) fs.rmSync(this.#path, { force: true });
      });
    } catch {
      // The lock will expire.
    }
  }

  /** Runs work while no other window changes the lock. Rejects with StoreError. */
  async #alone<T>(work: () => T): Promise<T> {
    try {
      return await inExclusion(this.#environment, `${this.#path}.guard`, work);
    } catch (error) {
      throw asStoreError(error, UNLOCKABLE);
    }
  }

  /** Returns whether the lock has this window's token. If so, updates the time of the last confirmation. */
  #confirmIn(found: LockContents): boolean {
    const isOwn = found.type === 'holder' && found.holder.token === this.#token;
    if (isOwn) this.#confirmedAtMs = this.#environment.elapsedMs();
    return isOwn;
  }

  async #renew(onLost: () => void): Promise<void> {
    let isOwn = true;
    try {
      isOwn = this.isOwn() && (await this.#alone(() => this.#renewIfOwn()));
    } catch {
      // A full disk or a file in use must not end the session; a later tick retries.
    }
    if (isOwn || this.#stopRenewing === undefined) return;
    this.#stop();
    onLost();
  }

  #renewIfOwn(): boolean {
    const isOwn = this.isOwn();
    if (isOwn) this.#write();
    return isOwn;
  }

  #write(): void {
    const { fs, process } = this.#environment;
    const holder: Holder = {
      token: this.#token,
      renewedAt: this.#environment.now(),
      renewals: this.#renewals++,
      process,
    };
    try {
      replaceFile(fs, this.#path, JSON.stringify(holder), this.#token);
      this.#confirmedAtMs = this.#environment.elapsedMs();
    } catch (error) {
      throw asStoreError(error, UNLOCKABLE);
    }
  }

  #stop(): void {
    this.#stopRenewing?.();
    this.#stopRenewing = undefined;
  }
}

const UNLOCKABLE = 'The session could not be locked for writing';
