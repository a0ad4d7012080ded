import { createHash } from 'node:crypto';
import { hasCode, OWN_FILE, readIfThere, type FileSystem } from './fileSystem.ts';

const PAUSE_MS = 5;
/** An owner counts as dead if this number of checks finds the same owner, since its work takes only milliseconds. */
const MOST_CHECKS = 200;
/**
 * The maximum number of retries if the disk refuses to create the file although the file does not exist. Retrying helps
 * while an old file is being removed, but not in a folder without write permission.
 */
const MOST_REFUSALS = 10;
/** The maximum number of all retries. It applies if the owner keeps changing, or its file can no longer be read. */
const MOST_RETRIES = 5 * MOST_CHECKS;
/**
 * Error codes that mean that another window may have the file. The file exists or, on Windows, may be in use or being
 * removed.
 */
const TAKEN = ['EEXIST', 'EBUSY', 'EPERM'];

export interface ExclusionEnvironment {
  readonly fs: FileSystem;
  /** A new random name. */
  readonly newToken: () => string;
  /** Waits a few milliseconds for another window, while other work runs. */
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Runs a few milliseconds of work while no other window runs work under the same path. Uses a lock file that only one
 * window can create. The lock file of a killed window is removed after a second. Rejects with the disk's error if the
 * file can't be created, at the latest after 1,000 pauses (five seconds). If no other window interferes, `work` is
 * already done when this function returns its promise. `work` must not pause, so that the file exists only for
 * milliseconds.
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

/** Removes this window's file. If that fails, waiting windows will treat the file as the file of a dead window. */
function removeOwn(fs: FileSystem, path: string, token: string): void {
  try {
    if (readIfThere(fs, path) === token) fs.rmSync(path, { force: true });
  } catch {
    // Waiting windows will remove the file.
  }
}

type Attempt = { readonly type: 'created' } | { readonly type: 'taken'; readonly why: unknown };

async function acquire(environment: ExclusionEnvironment, path: string, token: string): Promise<void> {
  const { fs, pause } = environment;
  let owner: string | undefined;
  let checks = 0;
  for (let retries = 0; ; retries++) {
    const attempt = tryToCreate(fs, path, token);
    if (attempt.type === 'created') return;
    const found = readOwner(fs, path, attempt.why);
    // A read error does not show that the owner has changed.
    if (found.type !== 'unreadable') {
      const newOwner = found.type === 'owned' ? found.owner : undefined;
      if (newOwner !== owner) checks = 0;
      owner = newOwner;
    }
    const mostChecks = found.type === 'gone' ? found.mostChecks : MOST_CHECKS;
    if (retries >= MOST_RETRIES) throw found.why;
    if (checks++ < mostChecks) await pause(PAUSE_MS);
    else if (owner === undefined) throw found.why;
    else await removeLeftBy(owner, environment, path);
  }
}

type Found =
  | { readonly type: 'owned'; readonly owner: string; readonly why: unknown }
  | { readonly type: 'gone'; readonly why: unknown; readonly mostChecks: number }
  | { readonly type: 'unreadable'; readonly why: unknown };

/**
 * Returns the owner's token, or that the file is gone or unreadable. Does not throw a read error, since a later read
 * may succeed. `why` is the error of the attempt to create the file.
 */
function readOwner(fs: FileSystem, path: string, why: unknown): Found {
  try {
    const owner = readIfThere(fs, path);
    if (owner !== undefined) return { type: 'owned', owner, why };
    return { type: 'gone', why, mostChecks: hasCode(why, 'EEXIST') ? MOST_CHECKS : MOST_REFUSALS };
  } catch (error) {
    return { type: 'unreadable', why: error };
  }
}

/**
 * Removes the file of a dead window. If several windows wait, only one of them removes the file, and only if the file
 * still belongs to the dead window. So the file of a new owner is never removed.
 */
async function removeLeftBy(owner: string, environment: ExclusionEnvironment, path: string): Promise<void> {
  const { fs } = environment;
  // Uses a hash, since the content of a damaged file may not be a valid file name.
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 16);
  await inExclusion(environment, `${path}.${name}`, () => {
    const found = readOwner(fs, path, undefined);
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
    // On a full disk, an empty file may have been created. Other windows must not wait for this file.
    fs.rmSync(path, { force: true });
    throw error;
  } finally {
    fs.closeSync(fd);
  }
  return { type: 'created' };
}
