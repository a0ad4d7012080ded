import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Exclusions } from './exclusions.ts';
import type { GlobMatcher } from './globMatcher.ts';
import { inTurns } from './inTurns.ts';

export interface FolderSearch {
  readonly base: vscode.Uri;
  /** The glob of the wanted files, by their paths from the base. */
  readonly glob: string;
  readonly wanted: GlobMatcher;
  readonly most: number;
  readonly exclusions: Exclusions;
}

/** A file system may be endless, and reading each of its folders may be a call over the network. */
const MOST_FOLDERS = 2_000;

/**
 * Returns whether the editor can search there itself. Other file systems may have no search provider, and the editor
 * would wait for one.
 */
export function isSearchable({ scheme }: vscode.Uri): boolean {
  return scheme === 'file' || scheme === 'vscode-remote';
}

/**
 * Finds files below a folder by reading it level by level. Follows no links, and skips subfolders that can't be read.
 * Libraries can't read the editor's file systems, and the editor's own search may wait for a provider that does not
 * exist.
 */
export async function walkFolder(
  { base, wanted, most, exclusions }: FolderSearch,
  cancelled: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const root = rootOf(base);
  const found: vscode.Uri[] = [];
  const folders = [base];
  for (const folder of folders) {
    if (cancelled.isCancellationRequested || found.length >= most) break;
    for await (const [name, type] of inTurns(await readFolder(folder, folder !== base), cancelled)) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (exclusions.leavesOut(pathFrom(root, uri))) continue;
      if (type === vscode.FileType.Directory && folders.length < MOST_FOLDERS) folders.push(uri);
      if (type === vscode.FileType.File && wanted.matches(pathFrom(base, uri))) found.push(uri);
    }
  }
  return found.slice(0, most);
}

async function readFolder(folder: vscode.Uri, isOptional: boolean): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch (error) {
    if (isOptional) return [];
    throw error;
  }
}

/** Returns the workspace folder that contains a folder. */
export function rootOf(base: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(base)?.uri ?? base;
}

/** Returns the path from a folder, with slashes. */
export function pathFrom(folder: vscode.Uri, uri: vscode.Uri): string {
  return posix.relative(folder.path, uri.path);
}
