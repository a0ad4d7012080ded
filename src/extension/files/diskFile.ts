import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isInside } from './linksAway.ts';

export type RefusalReason =
  | 'missing'
  | 'outside'
  | 'folder'
  | 'special'
  | 'tooLarge'
  | 'unreadable'
  | 'notProvided';

/** An error with the reason why a file or folder must not or can't be used. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  constructor(
    readonly reason: RefusalReason,
    /** The size of a file that is too large, or the number of bytes read if the file has more bytes than it reports. */
    readonly bytes?: number,
  ) {
    super(reason);
  }
}

/** One of these folders must contain the file after all links are followed. With `anywhere`, any file is allowed. */
export type Roots = readonly string[] | 'anywhere';

export interface FileBounds {
  readonly roots: Roots;
  readonly mostBytes: number;
}

/**
 * Reads an ordinary file. Follows links, but not out of the roots. Does not open devices, sockets and pipes, since
 * reading them may block. Stops reading just beyond the limit, even if the file reports a smaller size. Throws
 * FileRefusal.
 */
export async function readDiskFile(file: string, { roots, mostBytes }: FileBounds): Promise<Uint8Array> {
  const real = await realPathWithin(file, roots);
  const found = await orRefusal(stat(real));
  if (found.isDirectory()) throw new FileRefusal('folder');
  if (!found.isFile()) throw new FileRefusal('special');
  if (found.size > mostBytes) throw new FileRefusal('tooLarge', found.size);
  // The file may have been replaced since its path was checked. O_NOFOLLOW refuses a link, and O_NONBLOCK does not wait
  // for the other end of a pipe.
  const handle = await orRefusal(
    open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  );
  try {
    return await readAtMost(handle, mostBytes);
  } finally {
    await handle.close();
  }
}

/**
 * Returns the path of a file or folder after all links are followed. Throws FileRefusal if the path leads to nothing or
 * can't be read, or if none of the roots contains the file or folder.
 */
export async function realPathWithin(file: string, roots: Roots): Promise<string> {
  const real = await orRefusal(realpath(file));
  if (roots === 'anywhere') return real;
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  if (!realRoots.some((root) => root !== undefined && isInside(root, real))) throw new FileRefusal('outside');
  return real;
}

async function readAtMost(handle: FileHandle, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of handle.createReadStream({ autoClose: false, end: mostBytes })) {
    pieces.push(piece as Uint8Array);
    bytes += (piece as Uint8Array).length;
  }
  if (bytes > mostBytes) throw new FileRefusal('tooLarge', bytes);
  return Buffer.concat(pieces);
}

/** The error codes of paths that lead to no file; the last one is for a path with a null character. */
const MISSING_CODES: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ERR_INVALID_ARG_VALUE',
]);

/** Awaits a file system operation. If the operation fails, throws FileRefusal instead of the operation's error. */
async function orRefusal<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new FileRefusal(MISSING_CODES.has(code) ? 'missing' : 'unreadable');
  }
}
