import { posix } from 'node:path';
import * as vscode from 'vscode';
import { matchesGlob } from './matchesGlob.ts';

export interface FolderSearch {
  readonly base: vscode.Uri;
  /** Relative to the base. */
  readonly glob: string;
  readonly most: number;
  /** Globs relative to the workspace’s folder. */
  readonly excluded: readonly string[];
}

/** A file system may have no end, and each of its folders may be a call over the network. */
const MOST_FOLDERS = 2_000;

/** Below the editor’s own file systems it finds files itself; of others it may wait for a search that nobody brings. */
export function isSearchable({ scheme }: vscode.Uri): boolean {
  return scheme === 'file' || scheme === 'vscode-remote';
}

/**
 * Files below a folder, found by reading one folder after the other, those near the base first. Links are not followed,
 * and folders below it that can't be read are left out.
 */
export async function walkFolder(
  { base, glob, most, excluded }: FolderSearch,
  cancelled: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const root = vscode.workspace.getWorkspaceFolder(base)?.uri ?? base;
  const isLeftOut = (uri: vscode.Uri): boolean => excluded.some((each) => matches(uri, root, each));
  const found: vscode.Uri[] = [];
  const folders = [base];
  for (const folder of folders) {
    if (cancelled.isCancellationRequested || found.length >= most) break;
    for (const [name, type] of await readFolder(folder, folder !== base)) {
      const uri = vscode.Uri.joinPath(folder, name);
      if (isLeftOut(uri)) continue;
      if (type === vscode.FileType.Directory && folders.length < MOST_FOLDERS) folders.push(uri);
      if (type === vscode.FileType.File && matches(uri, base, glob)) found.push(uri);
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

function matches(uri: vscode.Uri, base: vscode.Uri, glob: string): boolean {
  return matchesGlob(posix.relative(base.path, uri.path), glob);
}
