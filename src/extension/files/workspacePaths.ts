import path from 'node:path';
import * as vscode from 'vscode';
import { refuseLinkAway } from './guardedFile.ts';
import { PathError } from './pathError.ts';

/**
 * Resolves a path to a file or folder of the workspace. A relative path is relative to the workspace's only folder. If
 * the workspace has several folders, a relative path must begin with the name of one of them. Throws PathError if it
 * does not, if nothing exists at the path, or if the path leads outside the workspace, even through `..` or a link. In
 * file systems of extensions, does not check whether the path exists or contains links.
 */
export async function resolvePath(written: string): Promise<vscode.Uri> {
  const folders = foldersOf();
  const normalized = path.posix.normalize(written.trim().replaceAll('\\', '/'));
  const uri = isAbsolute(normalized) ? absoluteUri(normalized, folders) : relativeUri(normalized, folders);
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined)
    throw new PathError(`${written} lies outside the workspace; only files inside it can be read.`);
  await refuseLinkAway(uri);
  return uri;
}

/** Returns the path of a file for a tool's result. `resolvePath` accepts this path if the file is in the workspace. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

/** Returns the folders of the workspace. Throws PathError if none is open. */
export function foldersOf(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new PathError('No folder is open in the editor.');
  return folders;
}

function isAbsolute(normalized: string): boolean {
  return normalized.startsWith('/') || /^[a-z]:\//i.test(normalized);
}

function absoluteUri(normalized: string, folders: readonly vscode.WorkspaceFolder[]): vscode.Uri | undefined {
  const withSlash = normalized.startsWith('/') ? normalized : `/${normalized}`;
  return folders[0]?.uri.with({ path: withSlash });
}

function relativeUri(normalized: string, folders: readonly vscode.WorkspaceFolder[]): vscode.Uri | undefined {
  if (normalized === '..' || normalized.startsWith('../')) return undefined;
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return vscode.Uri.joinPath(only.uri, normalized);
  const [name, ...rest] = normalized.split('/');
  const named = folders.find((folder) => folder.name === name);
  if (named === undefined) {
    const names = folders.map((folder) => folder.name).join(', ');
    throw new PathError(
      `${normalized} names no folder of the workspace; begin the path with one of: ${names}.`,
    );
  }
  return vscode.Uri.joinPath(named.uri, ...rest);
}
