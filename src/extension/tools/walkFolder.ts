import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Exclusions } from './exclusions.ts';
import type { GlobMatcher } from './globMatcher.ts';
import { walkTree, type FolderItem } from './walkTree.ts';

export interface FolderSearch {
  readonly base: vscode.Uri;
  /** The glob of the wanted files. It matches paths relative to `base`. */
  readonly glob: string;
  /** The parsed glob. */
  readonly wanted: GlobMatcher;
  readonly most: number;
  readonly exclusions: Exclusions;
}

export interface FoundFiles {
  readonly uris: readonly vscode.Uri[];
  /** Whether files may be missing because there were too many folders or files to read all of them. */
  readonly isIncomplete: boolean;
}

/**
 * Returns whether the editor's own search works in a folder. If the folder's file system belongs to an extension, there
 * may be no search provider, and the editor would wait for one.
 */
export function isSearchable({ scheme }: vscode.Uri): boolean {
  return scheme === 'file' || scheme === 'vscode-remote';
}

/**
 * Finds files below a folder of any file system. Reads the folders level by level. Follows no links, and skips
 * subfolders that can't be read. Uses no library, because libraries can't read the editor's file systems.
 */
export async function walkFolder(
  { base, wanted, most, exclusions }: FolderSearch,
  cancelled: vscode.CancellationToken,
): Promise<FoundFiles> {
  const walk = {
    read: (folder: string) => readFolder(base, folder),
    isLeftOut: exclusions.leavesOut,
    isWanted: (file: string) => wanted.matches(file),
    most,
  };
  const { paths, isIncomplete } = await walkTree(walk, cancelled);
  return { uris: paths.map((path) => vscode.Uri.joinPath(base, path)), isIncomplete };
}

async function readFolder(base: vscode.Uri, folder: string): Promise<readonly FolderItem[]> {
  try {
    const items = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(base, folder));
    return items.map(([name, type]) => ({ name, kind: kindOf(type) }));
  } catch (error) {
    if (folder !== '') return [];
    throw error;
  }
}

function kindOf(type: vscode.FileType): FolderItem['kind'] {
  if (type === vscode.FileType.File) return 'file';
  return type === vscode.FileType.Directory ? 'folder' : 'other';
}

/**
 * Returns the workspace folder that contains a folder. Returns the folder itself if no workspace folder contains it.
 */
export function rootOf(base: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(base)?.uri ?? base;
}

/** Returns the path relative to a folder, with slashes. */
export function pathFrom(folder: vscode.Uri, uri: vscode.Uri): string {
  return posix.relative(folder.path, uri.path);
}
