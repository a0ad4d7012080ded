import path from 'node:path';
import * as vscode from 'vscode';
import { refuseLinkAway } from './guardedFile.ts';
import { PathError } from './pathError.ts';

/**
 * Resolves a path to a file or folder of the workspace. A relative path starts at the only folder or, if there are
 * several, with the name of one; an absolute path must lie inside. Throws PathError if the path leads outside, also by
 * `..` or a link, if it names none of several folders, or if nothing is there.
 */
export async function resolvePath(written: string): Promise<vscode.Uri> {
  const folders = foldersOf();
  const plain = path.posix.normalize(written.trim().replaceAll('\\', '/'));
  const uri = isAbsolute(plain) ? absoluteUri(plain, folders) : relativeUri(plain, folders);
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined)
    throw new PathError(`${written} lies outside the workspace; only files inside it can be read.`);
  await refuseLinkAway(uri);
  return uri;
}

/** Returns the path by which a tool's result names a file. The model can ask for the file by it. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

/** Returns the folders of the workspace. Throws PathError if none is open. */
export function foldersOf(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new PathError('No folder is open in the editor.');
  return folders;
}

function isAbsolute(plain: string): boolean {
  return plain.startsWith('/') || /^[a-z]:\//i.test(plain);
}

function absoluteUri(plain: string, folders: readonly vscode.WorkspaceFolder[]): vscode.Uri | undefined {
  const withSlash = plain.startsWith('/') ? plain : `/${plain}`;
  return folders[0]?.uri.with({ path: withSlash });
}

function relativeUri(plain: string, folders: readonly vscode.WorkspaceFolder[]): vscode.Uri | undefined {
  if (plain === '..' || plain.startsWith('../')) return undefined;
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return vscode.Uri.joinPath(only.uri, plain);
  const [name, ...rest] = plain.split('/');
  const named = folders.find((folder) => folder.name === name);
  if (named === undefined) {
    const names = folders.map((folder) => folder.name).join(', ');
    throw new PathError(`${plain} names no folder of the workspace; begin the path with one of: ${names}.`);
  }
  return vscode.Uri.joinPath(named.uri, ...rest);
}
