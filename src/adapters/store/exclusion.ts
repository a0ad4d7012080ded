import { hasCode, readIfThere } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';

const PAUSE_MS = 5;
/** So often one looks at the same owner: what it does takes milliseconds, so one that is still there then has died. */
const MOST_LOOKS = 200;

export interface ExclusionEnvironment extends Pick<LockEnvironment, 'fs' | 'newToken'> {
  /** Waits without letting anything else run: for the few milliseconds that another window takes. */
  readonly pause: (ms: number) => void;
}

/** Does a piece of work of milliseconds while no other window does one under the same path: a file that one alone can create. */
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
function removeOwn(fs: LockEnvironment['fs'], path: string, token: string): void {
  try {
    if (readIfThere(fs, path) === token) fs.rmSync(path, { force: true });
  } catch {
    // As above.
  }
}

function acquire({ fs, pause }: ExclusionEnvironment, path: string, token: string): void {
  let owner: string | undefined;
  for (let looks = 0; !isCreated(fs, path, token); looks++) {
    const found = readIfThere(fs, path);
    if (found !== owner) looks = 0;
    owner = found;
    if (looks >= MOST_LOOKS) removeLeftBy(owner, { fs, path, token });
    else pause(PAUSE_MS);
  }
}

interface Takeover {
  readonly fs: LockEnvironment['fs'];
  readonly path: string;
  readonly token: string;
}

/** Of several windows that wait for a dead one only one can rename its file; whose file turns out to be a living one's gives it back. */
function removeLeftBy(owner: string | undefined, { fs, path, token }: Takeover): void {
  const taken = `${path}.${token}`;
  try {
    fs.renameSync(path, taken);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readIfThere(fs, taken) === owner) fs.rmSync(taken, { force: true });
  else fs.renameSync(taken, path);
}

function isCreated(fs: LockEnvironment['fs'], path: string, token: string): boolean {
  try {
    fs.writeFileSync(path, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}
