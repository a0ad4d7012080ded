import * as nodeFs from 'node:fs';

/** The part of node:fs that the store uses. Tests replace it by a file system whose operations fail. */
export type FileSystem = Pick<
  typeof nodeFs,
  | 'appendFileSync'
  | 'chmodSync'
  | 'closeSync'
  | 'existsSync'
  | 'fdatasync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'readSync'
  | 'renameSync'
  | 'rmSync'
  | 'statSync'
  | 'truncateSync'
  | 'writeFileSync'
  | 'writeSync'
>;

/** Modes of files and folders that only their owner can access. */
export const OWN_FILE = 0o600;
export const OWN_FOLDER = 0o700;
const OWN_PROGRAM = 0o700;

export const nodeFileSystem: FileSystem = nodeFs;

/** Returns a file's text; undefined if the file does not exist. */
export function readIfThere(fs: FileSystem, path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Replaces a file atomically: a reader sees either the old or the new text. `token` is part of the temporary file's
 * name, so that two writers use different temporary files.
 */
export function replaceFile(fs: FileSystem, path: string, text: string, token: string): void {
  replaceBy(fs, path, `${path}.${token}`, { text, mode: OWN_FILE });
}

/** Replaces an executable atomically, so that it can be started at any moment. */
export function replaceProgram(fs: FileSystem, path: string, text: string, token: string): void {
  replaceBy(fs, path, `${path}.${token}`, { text, mode: OWN_PROGRAM });
}

function replaceBy(
  fs: FileSystem,
  path: string,
  temporary: string,
  { text, mode }: { readonly text: string; readonly mode: number },
): void {
  try {
    fs.writeFileSync(temporary, text, { mode });
    renameOver(fs, temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** The pauses between attempts to rename. Their sum is too short for a person to notice. */
const RENAME_PAUSES_MS = [1, 2, 4, 8, 16];

/**
 * Renames a file or folder, and replaces an existing file at `to`. Windows refuses this while another window or a virus
 * scanner has `from` or `to` open. So on Windows, this function retries for some milliseconds, and then throws the last
 * error.
 */
export function renameOver(
  fs: Pick<FileSystem, 'renameSync'>,
  from: string,
  to: string,
  { isWindows = process.platform === 'win32', pause = blockFor } = {},
): void {
  for (const pauseMs of isWindows ? RENAME_PAUSES_MS : []) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      if (!['EPERM', 'EACCES', 'EBUSY'].some((code) => hasCode(error, code))) throw error;
      pause(pauseMs);
    }
  }
  fs.renameSync(from, to);
}

/** Blocks this thread, since no other work may run while a file is being replaced. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/**
 * Makes a rename in a folder survive a power cut. Has no effect on Windows and some network disks: they can't flush a
 * folder.
 */
export function syncFolder(fs: FileSystem, folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    // The rename itself succeeded. The system will write it to the disk later.
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
