import type { ReadOnlyCause } from '../../core/ports.ts';
import type { Lock } from './lock.ts';
import type { Locks } from './lockTakeover.ts';
import { readOnlyRefusal } from './readOnlyRefusal.ts';

/** The causes of read-only access that still apply when another window closes the session. */
const LASTING: ReadonlySet<ReadOnlyCause> = new Set(['unwritable', 'changed', 'closed']);

/** Knows whether this window may write to a session and, if it may not, why. */
export class WriteAccess {
  readonly #locks: Locks;
  readonly #path: string;
  readonly #onLost: () => void;
  #lock: Lock | undefined;
  /** The cause of read-only access while this window does not have the lock. */
  #cause: ReadOnlyCause = 'openElsewhere';

  constructor(locks: Locks, path: string, onLost: () => void) {
    this.#locks = locks;
    this.#path = path;
    this.#onLost = onLost;
  }

  /** The cause of read-only access; undefined while this window has the lock. */
  get cause(): ReadOnlyCause | undefined {
    return this.#lock === undefined ? this.#cause : undefined;
  }

  /**
   * Acquires the lock, runs `prepare`, and keeps the lock if `prepare` succeeds. Returns false while another owner is
   * alive. Rejects with StoreError `unwritable`, or with the error of `prepare`.
   */
  async take(prepare: () => Promise<void>): Promise<boolean> {
    const lock = await this.#locks.acquire(this.#path);
    if (lock === undefined) return false;
    try {
      await prepare();
    } catch (error) {
      await lock.release();
      throw error;
    }
    this.#lock = lock;
    lock.keep(() => this.lose('takenOver'));
    return true;
  }

  /** Sets the cause to `unwritable`. Called if an error prevented this window from opening the session for writing. */
  refuse(): void {
    this.#cause = 'unwritable';
  }

  /** Checks the lock on disk. Throws StoreError if this window may not write now. */
  assertOwn(): void {
    if (this.#lock?.isOwn() === true) return;
    if (this.#lock !== undefined) this.lose('takenOver');
    throw readOnlyRefusal(this.#cause);
  }

  /** Whether this window may write now; false if this can't be determined. */
  get isOwn(): boolean {
    try {
      return this.#lock?.isOwn() === true;
    } catch {
      return false;
    }
  }

  /**
   * Sets the cause to `released` if the lock is free. If another window has acquired a released lock, sets the cause to
   * `openElsewhere`. Keeps the causes in `LASTING`.
   */
  updateCause(): void {
    if (this.#lock !== undefined || LASTING.has(this.#cause)) return;
    let isFree: boolean;
    try {
      isFree = !this.#locks.isHeld(this.#path);
    } catch {
      return;
    }
    if (isFree) this.#cause = 'released';
    else if (this.#cause === 'released') this.#cause = 'openElsewhere';
  }

  /** Makes the session read-only, and calls `onLost`. */
  lose(cause: ReadOnlyCause): void {
    void this.release();
    this.#cause = cause;
    this.#onLost();
  }

  /** Releases the lock, e.g. when the session is closed. If its file can't be removed, the lock expires later. */
  async release(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    this.#cause = 'closed';
    await lock?.release();
  }
}
