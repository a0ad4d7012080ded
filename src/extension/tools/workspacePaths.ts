import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isInside } from './linksAway.ts';

/** A path that a tool may not or can't read, in a sentence for the model. */
export class PathError extends Error {
  override readonly name = 'PathError';
}

/**
 * The file or folder of the workspace that a path names: relative to the only folder, or to the one that its first
 * segment names; absolute where it lies inside. Nothing outside is ever given, by `..` or by a link. Throws PathError.
 */
export async function resolvePath(written: string): Promise<vscode.Uri> {
  const folders = foldersOf();
  const plain = path.posix.normalize(written.trim().replaceAll('\\', '/'));
  const uri = isAbsolute(plain) ? absoluteUri(plain, folders) : relativeUri(plain, folders);
  const folder = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  if (uri === undefined || folder === undefined)
    throw new PathError(`${written} lies outside the workspace; only files inside it can be read.`);
  await refuseLinkOutside(uri, folder, written);
  return uri;
}

/** The path by which a tool's result names a file, and by which it can be asked for again. */
export function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

/** Throws PathError where no folder is open. */
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

/** A link inside the workspace may lead outside. Other file systems than the disk's have no links to follow. */
async function refuseLinkOutside(
  uri: vscode.Uri,
  folder: vscode.WorkspaceFolder,
  written: string,
): Promise<void> {
  if (uri.scheme !== 'file') return;
  const [real, realFolder] = await Promise.all([
    realpath(uri.fsPath).catch(() => undefined),
    realpath(folder.uri.fsPath),
  ]);
  if (real === undefined) throw new PathError(`There is no ${written} in the workspace.`);
  if (!isInside(realFolder, real))
    throw new PathError(`${written} is a link that leads outside the workspace; it can't be read.`);
}
