import * as vscode from 'vscode';
import { FileRefusal, readDiskFile, realPathWithin, type Roots } from './diskFile.ts';
import { PathError } from './pathError.ts';

/**
 * Returns the bytes of a file that goes into a conversation. Tools, attachments and instructions read the disk only by
 * this function. A file of the workspace must lie in it after all links are followed; a file from elsewhere, which
 * only a person can have chosen, may lie anywhere. It must be an ordinary file within the limit. Throws PathError.
 */
export async function readGuarded(uri: vscode.Uri, mostBytes: number): Promise<Uint8Array> {
  return orPathError(uri, mostBytes, () =>
    uri.scheme === 'file'
      ? readDiskFile(uri.fsPath, { roots: rootsFor(uri), mostBytes })
      : readProvided(uri, mostBytes),
  );
}

/** Throws PathError if a file or folder of the workspace is missing, or if a link on its path leads out. */
export async function refuseLinkAway(uri: vscode.Uri): Promise<void> {
  // Other file systems do not say where their links lead; reading refuses those links.
  if (uri.scheme === 'file') await orPathError(uri, 0, () => realPathWithin(uri.fsPath, rootsFor(uri)));
}

function rootsFor(uri: vscode.Uri): Roots {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return 'anywhere';
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
}

async function readProvided(uri: vscode.Uri, mostBytes: number): Promise<Uint8Array> {
  const { type, size } = await statOf(uri);
  if ((type & vscode.FileType.Directory) !== 0) throw new FileRefusal('folder');
  if ((type & vscode.FileType.SymbolicLink) !== 0) throw new FileRefusal('outside');
  if (type !== vscode.FileType.File) throw new FileRefusal('special');
  if (size > mostBytes) throw new FileRefusal('tooLarge', size);
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.length > mostBytes) throw new FileRefusal('tooLarge', bytes.length);
  return bytes;
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    throw new FileRefusal(isMissing ? 'missing' : 'unreadable');
  }
}

async function orPathError<T>(uri: vscode.Uri, mostBytes: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw new PathError(sentenceOf(error, vscode.workspace.asRelativePath(uri), mostBytes), error.reason);
  }
}

function sentenceOf({ reason, bytes = 0 }: FileRefusal, path: string, mostBytes: number): string {
  switch (reason) {
    case 'missing':
      return `There is no ${path} in the workspace.`;
    case 'outside':
      return `${path} is a link that leads outside the workspace; it can't be read.`;
    case 'folder':
      return `${path} is a folder; name a file in it.`;
    case 'special':
      return `${path} is a device or a pipe, no ordinary file; it can't be read.`;
    case 'tooLarge':
      return `${path} has ${bytes} bytes; at most ${mostBytes} can be read here.`;
    case 'unreadable':
      return `${path} can't be read; check its permissions.`;
  }
}
