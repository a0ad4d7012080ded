import * as v from 'valibot';
import { asStoreError } from './asStoreError.ts';
import { readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';

const RENEW_EVERY_MS = 5_000;
const SILENT_AFTER_MS = 20_000;

/** What the lock needs from outside; a test turns the clock by hand. */
export interface LockEnvironment {
  readonly fs: FileSystem;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `tick` again and again; gives the function that stops it. */
  every(intervalMs: number, tick: () => void): () => void;
  /** A new random name for this owner. */
  newToken(): string;
}

const holderSchema = v.object({ token: v.string(), renewedAt: v.number() });
type Holder = v.InferOutput<typeof holderSchema>;

/**
 * A session's lock: a file with its owner's token and the time it was last renewed. Whoever finds another's lock
 * silent for 20 s may take it over; the earlier owner notices before its next write, because its token is gone.
 */
export class Lock {
  readonly #environment: LockEnvironment;
  readonly #path: string;
  readonly #token: string;
  #stopRenewing: (() => void) | undefined;

  private constructor(environment: LockEnvironment, path: string) {
    this.#environment = environment;
    this.#path = path;
    this.#token = environment.newToken();
  }

  /** Takes the lock if it is free or its owner silent; undefined while another owner is alive. Throws StoreError `unwritable`. */
  static acquire(environment: LockEnvironment, path: string): Lock | undefined {
    if (isHeld(environment, path)) return undefined;
    const lock = new Lock(environment, path);
    lock.#write();
    // Of two who took it at the same moment the later write stands.
    return lock.isOwn() ? lock : undefined;
  }

  /** Renews the lock every 5 s from now on, and tells once when it is found to be lost. */
  keep(onLost: () => void): void {
    this.#stopRenewing = this.#environment.every(RENEW_EVERY_MS, () => {
      this.#renew(onLost);
    });
  }

  /** Asks the disk: false once another owner has taken over. */
  isOwn(): boolean {
    return readHolder(this.#environment.fs, this.#path)?.token === this.#token;
  }

  release(): void {
    this.#stop();
    if (this.isOwn()) this.#environment.fs.rmSync(this.#path, { force: true });
  }

  #renew(onLost: () => void): void {
    if (!this.isOwn()) {
      this.#stop();
      onLost();
      return;
    }
    try {
      this.#write();
    } catch {
      // A full disk must not end the session: the next tick tries again, and the token still stands on disk.
    }
  }

  #write(): void {
    const holder: Holder = { token: this.#token, renewedAt: this.#environment.now() };
    try {
      replaceFile(this.#environment.fs, this.#path, JSON.stringify(holder), this.#token);
    } catch (error) {
      throw asStoreError(error, 'The session could not be locked for writing');
    }
  }

  #stop(): void {
    this.#stopRenewing?.();
    this.#stopRenewing = undefined;
  }
}

/** Whether a living owner holds the lock. A lock renewed in the future was written by a clock that has been set back: silent. */
export function isHeld(environment: Pick<LockEnvironment, 'fs' | 'now'>, path: string): boolean {
  const holder = readHolder(environment.fs, path);
  return holder !== undefined && Math.abs(environment.now() - holder.renewedAt) <= SILENT_AFTER_MS;
}

function readHolder(fs: FileSystem, path: string): Holder | undefined {
  try {
    const parsed = v.safeParse(holderSchema, JSON.parse(readIfThere(fs, path) ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
