import type { ReadOnlyCause } from '../../core/ports.ts';
import type { Lock } from './lock.ts';
import type { Locks } from './lockTakeover.ts';
import { readOnlyRefusal } from './readOnlyRefusal.ts';

/** Causes that no other window changes. */
const LASTING: ReadonlySet<ReadOnlyCause> = new Set(['unwritable', 'changed', 'closed']);

/** Whether this window may write a session, and why it may not. */
export class WriteAccess {
  readonly #locks: Locks;
  readonly #path: string;
  readonly #onLost: () => void;
  #lock: Lock | undefined;
  /** Reason why the session can't be written whenever there is no lock. */
  #cause: ReadOnlyCause = 'openElsewhere';

  constructor(locks: Locks, path: string, onLost: () => void) {
    this.#locks = locks;
    this.#path = path;
    this.#onLost = onLost;
  }

  /** Undefined while this window has the lock. */
  get cause(): ReadOnlyCause | undefined {
    return this.#lock === undefined ? this.#cause : undefined;
  }

  /**
   * Takes the lock and keeps it when `prepare`, which runs under it, does not throw. False while another owner is alive.
   * Throws StoreError `unwritable`.
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
    lock.keep(() => {
      this.lose('takenOver');
    });
    return true;
  }

  /** Nobody asks for the lock: the disk would not let it write. */
  refuse(): void {
    this.#cause = 'unwritable';
  }

  /** Asks the disk. Throws StoreError `lockLost` or `locked` unless this window may write now. */
  assertOwn(): void {
    if (this.#lock?.isOwn() === true) return;
    if (this.#lock !== undefined) this.lose('takenOver');
    throw readOnlyRefusal(this.#cause);
  }

  /** Whether this window may write now; false as well where nobody can tell. */
  get isOwn(): boolean {
    try {
      return this.#lock?.isOwn() === true;
    } catch {
      return false;
    }
  }

  /** Once the other window is gone, anyone may take the session over; and somebody else may have done so since. */
  look(): void {
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

  /** Writes no more from now on, and tells so. */
  lose(cause: ReadOnlyCause): void {
    void this.release();
    this.#cause = cause;
    this.#onLost();
  }

  /** Gives the lock up, as when the session is closed. Writes no more from now on; done once another window may have it. */
  async release(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    this.#cause = 'closed';
    await lock?.release();
  }
}
