import * as v from 'valibot';
import type { StoreError } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { inExclusion, type ExclusionEnvironment } from './exclusion.ts';
import { readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';

const RENEW_EVERY_MS = 5_000;
const SILENT_AFTER_MS = 20_000;
/** So many ticks after its last renewal a lock is about to be silent: all of them and the next try to renew it, then one in so many. */
const TICKS_TO_SILENCE = SILENT_AFTER_MS / RENEW_EVERY_MS;

/** What the lock needs from outside; a test turns the clock by hand. */
export interface LockEnvironment extends ExclusionEnvironment {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `tick` again and again; gives the function that stops it. */
  every(intervalMs: number, tick: () => void): () => void;
}

const holderSchema = v.object({ token: v.string(), renewedAt: v.number() });
type Holder = v.InferOutput<typeof holderSchema>;

/** What the lock's file says now. A file that could not be read says nothing about who holds the lock. */
type Found =
  | { readonly type: 'gone' | 'garbage' }
  | { readonly type: 'holder'; readonly holder: Holder }
  | { readonly type: 'unreadable'; readonly why: StoreError };

/**
 * A session's lock: a file with its owner's token and the time it was last renewed. Whoever finds another's lock
 * silent for 20 s may take it over; the earlier owner notices before its next write, because its token is gone. A file
 * that can't be read just now, as when too many are open, is no loss: nobody takes over what was renewed within 20 s.
 * Whoever changes the file looks at it first, and does both while no other window may: a guard beside it sees to that.
 */
export class Lock {
  readonly #environment: LockEnvironment;
  readonly #path: string;
  readonly #token: string;
  /** When the token was last seen to stand on disk. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #stopRenewing: (() => void) | undefined;
  /** Ticks since the last renewal that was done. */
  #ticksWithout = 0;

  private constructor(environment: LockEnvironment, path: string) {
    this.#environment = environment;
    this.#path = path;
    this.#token = environment.newToken();
  }

  /**
   * Takes the lock if it is free or its owner silent; undefined while another owner is alive. Throws StoreError
   * `unwritable`, also where nobody can tell who has it.
   */
  static acquire(environment: LockEnvironment, path: string): Lock | undefined {
    // Most often it is held, and then nothing is written beside it.
    if (isHeld(environment, path)) return undefined;
    const lock = new Lock(environment, path);
    return lock.#alone(() => {
      if (isHeld(environment, path)) return undefined;
      lock.#write();
      const found = look(environment.fs, path);
      if (found.type === 'unreadable') throw found.why;
      // Where the disk held this window up for so long that another took its guard for a dead one's, the later write stands.
      return lock.#isOwnIn(found) ? lock : undefined;
    });
  }

  /** Renews the lock every 5 s from now on, and tells once when it is found to be lost. */
  keep(onLost: () => void): void {
    this.#stopRenewing = this.#environment.every(RENEW_EVERY_MS, () => {
      this.#renew(onLost);
    });
  }

  /**
   * Asks the disk: false once the lock is gone or another's. Throws StoreError `unwritable` when it could not be read for
   * so long that another may have taken it over.
   */
  isOwn(): boolean {
    const { fs } = this.#environment;
    const found = look(fs, this.#path);
    if (found.type === 'holder' || found.type === 'gone') return this.#isOwnIn(found);
    if (Math.abs(this.#environment.now() - this.#confirmedAt) <= SILENT_AFTER_MS) return true;
    throw found.type === 'unreadable' ? found.why : asStoreError(new Error('it is damaged'), UNREADABLE);
  }

  /** Gives the lock up. One that can't be read or removed now falls silent. */
  release(): void {
    this.#stop();
    const { fs } = this.#environment;
    const isOwn = (): boolean => this.#isOwnIn(look(fs, this.#path));
    if (!isOwn()) return;
    try {
      this.#alone(() => {
        if (isOwn()) fs.rmSync(this.#path, { force: true });
      });
    } catch {
      // As above.
    }
  }

  /** Throws StoreError. */
  #alone<T>(work: () => T): T {
    try {
      return inExclusion(this.#environment, `${this.#path}.guard`, work);
    } catch (error) {
      throw asStoreError(error, UNLOCKABLE);
    }
  }

  #isOwnIn(found: Found): boolean {
    const isOwn = found.type === 'holder' && found.holder.token === this.#token;
    if (isOwn) this.#confirmedAt = this.#environment.now();
    return isOwn;
  }

  #renew(onLost: () => void): void {
    let isOwn = true;
    try {
      isOwn = this.isOwn() && (!this.#isDue() || this.#alone(() => this.#wroteOwn()));
    } catch {
      // A full disk or a file in use must not end the session: a later tick tries again.
    }
    if (isOwn) return;
    this.#stop();
    onLost();
  }

  /** A try that fails may hold everything up for as long as it waits: where all fail, they come less often. */
  #isDue(): boolean {
    const ticks = this.#ticksWithout++;
    return ticks <= TICKS_TO_SILENCE || ticks % TICKS_TO_SILENCE === 0;
  }

  #wroteOwn(): boolean {
    const isOwn = this.isOwn();
    if (isOwn) this.#write();
    this.#ticksWithout = 0;
    return isOwn;
  }

  #write(): void {
    const { fs } = this.#environment;
    const holder: Holder = { token: this.#token, renewedAt: this.#environment.now() };
    try {
      replaceFile(fs, this.#path, JSON.stringify(holder), this.#token);
      this.#confirmedAt = holder.renewedAt;
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
const UNREADABLE = 'The session’s lock could not be read';

/**
 * Whether a living owner holds the lock. A lock renewed in the future was written by a clock that has been set back:
 * silent. Throws StoreError `unwritable` where the file is there and can't be read.
 */
export function isHeld(environment: Pick<LockEnvironment, 'fs' | 'now'>, path: string): boolean {
  const found = look(environment.fs, path);
  if (found.type === 'unreadable') throw found.why;
  return found.type === 'holder' && Math.abs(environment.now() - found.holder.renewedAt) <= SILENT_AFTER_MS;
}

function look(fs: FileSystem, path: string): Found {
  let text: string | undefined;
  try {
    text = readIfThere(fs, path);
  } catch (error) {
    return { type: 'unreadable', why: asStoreError(error, UNREADABLE) };
  }
  if (text === undefined) return { type: 'gone' };
  const holder = parseHolder(text);
  return holder === undefined ? { type: 'garbage' } : { type: 'holder', holder };
}

function parseHolder(text: string): Holder | undefined {
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
