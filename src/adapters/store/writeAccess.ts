import type { ReadOnlyCause } from '../../core/ports.ts';
import type { Lock } from './lock.ts';
import type { Locks } from './lockTakeover.ts';
import { readOnlyRefusal } from './readOnlyRefusal.ts';

/** Causes of being read-only that do not end when another window closes the session. */
const LASTING: ReadonlySet<ReadOnlyCause> = new Set(['unwritable', 'changed', 'closed']);

/** Tells whether this window may write a session and, if not, why. */
export class WriteAccess {
  readonly #locks: Locks;
  readonly #path: string;
  readonly #onLost: () => void;
  #lock: Lock | undefined;
  /** The cause of being read-only while there is no lock. */
  #cause: ReadOnlyCause = 'openElsewhere';

  constructor(locks: Locks, path: string, onLost: () => void) {
    this.#locks = locks;
    this.#path = path;
    this.#onLost = onLost;
  }

  /** The cause of being read-only; undefined while this window has the lock. */
  get cause(): ReadOnlyCause | undefined {
    return this.#lock === undefined ? this.#cause : undefined;
  }

  /**
   * Acquires the lock, and keeps it if `prepare`, which runs under it, succeeds. Returns false while another owner is
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

  /** Notes, after the lock could not be acquired, that the disk refuses writes. */
  refuse(): void {
    this.#cause = 'unwritable';
  }

  /** Checks the lock on disk. Throws StoreError unless this window may write now. */
  assertOwn(): void {
    if (this.#lock?.isOwn() === true) return;
    if (this.#lock !== undefined) this.lose('takenOver');
    throw readOnlyRefusal(this.#cause);
  }

  /** Whether this window may write now; false if unknown. */
  get isOwn(): boolean {
    try {
      return this.#lock?.isOwn() === true;
    } catch {
      return false;
    }
  }

  /** Updates the cause: the other window may have closed, and yet another one may have taken the session over. */
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

  /** Releases the lock, e.g. when the session is closed. Resolves once another window may acquire it. */
  async release(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    this.#cause = 'closed';
    await lock?.release();
  }
}
