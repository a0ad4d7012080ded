import { createHash } from 'node:crypto';
import { hasCode, OWN_FILE, readIfThere, type FileSystem } from './fileSystem.ts';

const PAUSE_MS = 5;
/** The number of checks of the same owner before it counts as dead; its work takes milliseconds. */
const MOST_LOOKS = 200;
/**
 * The number of retries when access is refused without a file. A file that is being removed disappears at once; a
 * folder keeps refusing.
 */
const MOST_REFUSALS = 10;
/** The most retries in total, for a disk that keeps refusing, or for one owner after another. */
const MOST_IN_ALL = 5 * MOST_LOOKS;
/** Error codes when another window has the file: it exists or, on Windows, is in use or being removed. */
const TAKEN = ['EEXIST', 'EBUSY', 'EPERM'];

export interface ExclusionEnvironment {
  readonly fs: FileSystem;
  /** A new random name. */
  readonly newToken: () => string;
  /** Waits a few milliseconds for another window, while other work runs. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Runs a few milliseconds of work while no other window runs any under the same path, by means of a lock file that only
 * one window can create. A killed window's file is removed after a second. Waits for at most 1,000 pauses (five
 * seconds), then rejects with the disk's error. If no other window interferes, everything is done before this returns.
 * `work` must not pause, so that the file exists only for milliseconds.
 */
export async function inExclusion<T>(
  environment: ExclusionEnvironment,
  path: string,
  work: () => T,
): Promise<T> {
  const token = environment.newToken();
  if (tryToCreate(environment.fs, path, token).type === 'taken') await acquire(environment, path, token);
  try {
    return work();
  } finally {
    removeOwn(environment.fs, path, token);
  }
}

/** Removes our file. If that fails, waiting windows will treat it as a dead window's. */
function removeOwn(fs: FileSystem, path: string, token: string): void {
  try {
    if (readIfThere(fs, path) === token) fs.rmSync(path, { force: true });
  } catch {
    // As above.
  }
}

type Attempt = { readonly type: 'created' } | { readonly type: 'taken'; readonly why: unknown };

async function acquire(environment: ExclusionEnvironment, path: string, token: string): Promise<void> {
  const { fs, pause } = environment;
  let owner: string | undefined;
  let looks = 0;
  for (let inAll = 0; ; inAll++) {
    const attempt = tryToCreate(fs, path, token);
    if (attempt.type === 'created') return;
    const found = look(fs, path, attempt.why);
    // An occasional read error says nothing about the owner.
    if (found.type === 'gone' || (found.type === 'owned' && found.owner !== owner)) {
      if (owner !== undefined || found.type === 'owned') looks = 0;
      owner = found.type === 'owned' ? found.owner : undefined;
    }
    const mostLooks = found.type === 'gone' ? found.mostLooks : MOST_LOOKS;
    if (inAll >= MOST_IN_ALL) throw found.why;
    if (looks++ < mostLooks) await pause(PAUSE_MS);
    else if (owner === undefined) throw found.why;
    else await removeLeftBy(owner, environment, path);
  }
}

type Found =
  | { readonly type: 'owned'; readonly owner: string; readonly why: unknown }
  | { readonly type: 'gone'; readonly why: unknown; readonly mostLooks: number }
  | { readonly type: 'unreadable'; readonly why: unknown };

/** Returns the owner's token, or why it can't be read now. A single read error is no reason to give up. */
function look(fs: FileSystem, path: string, why: unknown): Found {
  try {
    const owner = readIfThere(fs, path);
    if (owner !== undefined) return { type: 'owned', owner, why };
    return { type: 'gone', why, mostLooks: hasCode(why, 'EEXIST') ? MOST_LOOKS : MOST_REFUSALS };
  } catch (error) {
    return { type: 'unreadable', why: error };
  }
}

/**
 * Removes a dead window's file. Of several waiting windows only one does so, and only while that file is still there,
 * so that a new owner's file is never removed.
 */
async function removeLeftBy(owner: string, environment: ExclusionEnvironment, path: string): Promise<void> {
  const { fs } = environment;
  // The content of a damaged file can't be used as a file name.
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 16);
  await inExclusion(environment, `${path}.${name}`, () => {
    const found = look(fs, path, undefined);
    if (found.type === 'owned' && found.owner === owner) fs.rmSync(path, { force: true });
  });
}

function tryToCreate(fs: FileSystem, path: string, token: string): Attempt {
  let fd: number;
  try {
    fd = fs.openSync(path, 'wx', OWN_FILE);
  } catch (why) {
    if (TAKEN.some((code) => hasCode(why, code))) return { type: 'taken', why };
    throw why;
  }
  try {
    fs.writeSync(fd, token);
  } catch (error) {
    // A full disk may have created an empty file, which must not make others wait.
    fs.rmSync(path, { force: true });
    throw error;
  } finally {
    fs.closeSync(fd);
  }
  return { type: 'created' };
}
