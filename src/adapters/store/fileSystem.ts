import * as nodeFs from 'node:fs';

/** The part of node:fs that the store uses; a test hands in one whose steps fail. */
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

/** What people say is for their own eyes: files and folders that nobody else on the machine can read. */
export const OWN_FILE = 0o600;
export const OWN_FOLDER = 0o700;

export const nodeFileSystem: FileSystem = nodeFs;

/** A file's text, or undefined when there is no such file. */
export function readIfThere(fs: FileSystem, path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whoever reads `path` meanwhile sees the old text or the new one, never a part. `token` keeps two writers' temporaries apart. */
export function replaceFile(fs: FileSystem, path: string, text: string, token: string): void {
  const temporary = `${path}.${token}`;
  try {
    fs.writeFileSync(temporary, text, { mode: OWN_FILE });
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes a rename in a folder last through a power cut, on systems that can: Windows and some network disks refuse. */
export function syncFolder(fs: FileSystem, folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    // The rename itself stands; the system writes it when it likes.
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
