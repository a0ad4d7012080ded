import { Lock, SILENT_AFTER_MS, type LockEnvironment } from './lock.ts';
import { readLock, type ProcessId } from './lockFile.ts';

/** The text of a lock file, and the time on this window's clock when this window first saw the text. */
interface Sighting {
  readonly text: string;
  readonly sinceMs: number;
}

/**
 * The locks of a store's sessions as one window sees them. An owner is gone if its lock file was unchanged for 20 s on
 * this window's own clock, or if its process is known to have ended. Times of day are never compared.
 */
export class Locks {
  readonly #environment: LockEnvironment;
  readonly #sightings = new Map<string, Sighting>();

  constructor(environment: LockEnvironment) {
    this.#environment = environment;
  }

  /**
   * Returns whether a living owner holds the lock. Throws StoreError `unwritable` if the file exists but can't be read.
   */
  isHeld(path: string): boolean {
    const found = readLock(this.#environment.fs, path);
    if (found.type === 'unreadable') throw found.why;
    if (found.type === 'holder' && !this.#hasEnded(found.holder.process))
      return !this.#isSilent(path, found.text);
    this.#sightings.delete(path);
    return false;
  }

  /**
   * Acquires the lock if it is free or its owner is gone. Returns undefined while another owner is alive. Rejects with
   * StoreError `unwritable` if the disk refuses or the owner can't be determined.
   */
  async acquire(path: string): Promise<Lock | undefined> {
    // This check comes first, so that no guard file is written while another window holds the lock.
    if (this.isHeld(path)) return undefined;
    return Lock.write(this.#environment, path, () => !this.isHeld(path));
  }

  #isSilent(path: string, text: string): boolean {
    const now = this.#environment.elapsedMs();
    const seen = this.#sightings.get(path);
    if (seen?.text === text) return now - seen.sinceMs > SILENT_AFTER_MS;
    this.#sightings.set(path, { text, sinceMs: now });
    return false;
  }

  #hasEnded(owner: ProcessId | undefined): boolean {
    const { machine } = this.#environment.process;
    return owner !== undefined && owner.machine === machine && !this.#environment.isRunning(owner.pid);
  }
}
