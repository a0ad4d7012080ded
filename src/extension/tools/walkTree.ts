import { posix } from 'node:path';
import { inTurns } from './inTurns.ts';

/**
 * The maximum number of folders that are read. A file system may be endless, and each read may be a network request.
 */
export const MOST_FOLDERS = 2_000;

export interface FolderItem {
  readonly name: string;
  /** Links and devices are `other`. */
  readonly kind: 'file' | 'folder' | 'other';
}

/** A walk through a folder and its subfolders. All paths are relative to this folder, whose own path is empty. */
export interface TreeWalk {
  /** Returns the items of a folder. */
  readonly read: (folder: string) => Promise<readonly FolderItem[]>;
  readonly isLeftOut: (path: string) => boolean;
  readonly isWanted: (file: string) => boolean;
  /** The walk stops at this number of files. */
  readonly most: number;
}

export interface WalkedFiles {
  readonly paths: readonly string[];
  /** Whether subfolders were not read because there are more than `MOST_FOLDERS` folders. */
  readonly isIncomplete: boolean;
}

/** Returns the wanted files of a folder and its subfolders, read level by level. */
export async function walkTree(
  { read, isLeftOut, isWanted, most }: TreeWalk,
  cancelled: { readonly isCancellationRequested: boolean },
): Promise<WalkedFiles> {
  const paths: string[] = [];
  const folders = [''];
  let isIncomplete = false;
  for (const folder of folders) {
    if (cancelled.isCancellationRequested || paths.length >= most) break;
    for await (const { name, kind } of inTurns(await read(folder), cancelled)) {
      const path = posix.join(folder, name);
      if (isLeftOut(path)) continue;
      if (kind === 'folder' && folders.length < MOST_FOLDERS) folders.push(path);
      else if (kind === 'folder') isIncomplete = true;
      if (kind === 'file' && isWanted(path)) paths.push(path);
    }
  }
  return { paths: paths.slice(0, most), isIncomplete };
}
