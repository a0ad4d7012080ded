import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isInside } from './linksAway.ts';

export type RefusalReason = 'missing' | 'outside' | 'folder' | 'special' | 'tooLarge' | 'unreadable';

/** The reason why a file of the disk was not read. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';

  constructor(
    readonly reason: RefusalReason,
    /** The file's size, where it is too large. */
    readonly bytes?: number,
  ) {
    super(reason);
  }
}

/** The folders that must contain the file after all links are followed. */
export type Roots = readonly string[] | 'anywhere';

export interface FileBounds {
  readonly roots: Roots;
  readonly mostBytes: number;
}

/**
 * Reads an ordinary file. Follows links, but not out of the roots; does not open devices, sockets and pipes, which may
 * block; never reads more than the limit, whatever size the file reports. Throws FileRefusal.
 */
export async function readDiskFile(file: string, { roots, mostBytes }: FileBounds): Promise<Uint8Array> {
  const real = await realPathWithin(file, roots);
  const found = await orRefusal(stat(real));
  if (found.isDirectory()) throw new FileRefusal('folder');
  if (!found.isFile()) throw new FileRefusal('special');
  if (found.size > mostBytes) throw new FileRefusal('tooLarge', found.size);
  // The file may have been replaced by now: opens it without following another link, and without waiting for a pipe's
  // other end.
  const handle = await orRefusal(
    open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
  );
  try {
    return await readAtMost(handle, mostBytes);
  } finally {
    await handle.close();
  }
}

/** Returns where a file or folder really lies. Throws FileRefusal if it is missing or in none of the roots. */
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

const GONE: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ERR_INVALID_ARG_VALUE',
]);

async function orRefusal<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new FileRefusal(GONE.has(code) ? 'missing' : 'unreadable');
  }
}
