import { createHash } from 'node:crypto';
import { hasCode, OWN_FILE, readIfThere, type FileSystem } from './fileSystem.ts';

const PAUSE_MS = 5;
/** So often one looks at the same owner: what it does takes milliseconds, so one that is still there then has died. */
const MOST_LOOKS = 200;
/** So often one looks at a refusal with no file behind it: one that is being removed is gone at once, a folder goes on refusing. */
const MOST_REFUSALS = 10;
/** Another has the file: it is there or, on Windows, in use or just being removed. */
const TAKEN = ['EEXIST', 'EBUSY', 'EPERM'];

export interface ExclusionEnvironment {
  readonly fs: FileSystem;
  /** A new random name. */
  readonly newToken: () => string;
  /** Waits without letting anything else run: for the few milliseconds that another window takes. */
  readonly pause: (ms: number) => void;
}

/**
 * Does a piece of work of milliseconds while no other window does one under the same path: a file that one alone can
 * create. One that a killed window left is removed after a second. Throws what the disk throws.
 */
export function inExclusion<T>(environment: ExclusionEnvironment, path: string, work: () => T): T {
  const token = environment.newToken();
  acquire(environment, path, token);
  try {
    return work();
  } finally {
    removeOwn(environment.fs, path, token);
  }
}

/** The work is done; a file that can't be read or removed just now is taken for a dead window's by whoever waits. */
function removeOwn(fs: FileSystem, path: string, token: string): void {
  try {
    if (readIfThere(fs, path) === token) fs.rmSync(path, { force: true });
  } catch {
    // As above.
  }
}

type Attempt = { readonly type: 'created' } | { readonly type: 'taken'; readonly why: unknown };

function acquire(environment: ExclusionEnvironment, path: string, token: string): void {
  const { fs, pause } = environment;
  let owner: string | undefined;
  for (let looks = 0; ; looks++) {
    const attempt = tryToCreate(fs, path, token);
    if (attempt.type === 'created') return;
    const found = look(fs, path, attempt.why);
    if (found.owner !== owner) looks = 0;
    owner = found.owner;
    if (looks < found.mostLooks) pause(PAUSE_MS);
    else if (owner === undefined) throw found.why;
    else removeLeftBy(owner, environment, path);
  }
}

/** The owner's token, or why nobody can tell just now: one failed reading is no reason to give up. */
function look(
  fs: FileSystem,
  path: string,
  why: unknown,
): { readonly owner?: string; readonly why: unknown; readonly mostLooks: number } {
  try {
    const owner = readIfThere(fs, path);
    if (owner !== undefined) return { owner, why, mostLooks: MOST_LOOKS };
    return { why, mostLooks: hasCode(why, 'EEXIST') ? MOST_LOOKS : MOST_REFUSALS };
  } catch (error) {
    return { why: error, mostLooks: MOST_LOOKS };
  }
}

/**
 * Of several windows that wait for a dead one, one alone removes its file, and only while it is still there: else the
 * second would remove the file that the first has made since.
 */
function removeLeftBy(owner: string, environment: ExclusionEnvironment, path: string): void {
  const { fs } = environment;
  // What a damaged file says is no name for a file.
  const name = createHash('sha256').update(owner).digest('hex').slice(0, 16);
  inExclusion(environment, `${path}.${name}`, () => {
    if (readIfThere(fs, path) === owner) fs.rmSync(path, { force: true });
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
    // A full disk has room for the name alone; nobody else should have to wait for that.
    fs.rmSync(path, { force: true });
    throw error;
  } finally {
    fs.closeSync(fd);
  }
  return { type: 'created' };
}
