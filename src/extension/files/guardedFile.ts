import * as vscode from 'vscode';
import { FileRefusal, readDiskFile, realPathWithin, type Roots } from './diskFile.ts';
import { PathError } from './pathError.ts';

/**
 * Returns the saved bytes of a file for a conversation. Only this function reads saved files for attachments,
 * instructions and read-only tools. Tools that change files check the path with `editablePath` instead. The file must
 * be an ordinary file within the limit. If its path is in the workspace, the file must still be in the workspace after
 * all links are followed. A path outside the workspace, which only a person can choose, may lead anywhere. Throws
 * PathError.
 */
export async function readGuarded(uri: vscode.Uri, mostBytes: number): Promise<Uint8Array> {
  return orPathError(uri, mostBytes, () =>
    uri.scheme === 'file'
      ? readDiskFile(uri.fsPath, { roots: rootsFor(uri), mostBytes })
      : readProvided(uri, mostBytes),
  );
}

/**
 * Throws PathError if a file or folder is missing, or if a link on a path in the workspace leads out of the workspace.
 * Does nothing in file systems of extensions, which do not say where a link leads. In such a file system, `readGuarded`
 * reads no linked file.
 */
export async function refuseLinkAway(uri: vscode.Uri): Promise<void> {
  if (uri.scheme === 'file') await orPathError(uri, 0, () => realPathWithin(uri.fsPath, rootsFor(uri)));
}

function rootsFor(uri: vscode.Uri): Roots {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return 'anywhere';
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
}

/** Reads a file of a file system that an extension provides. Throws FileRefusal. */
async function readProvided(uri: vscode.Uri, mostBytes: number): Promise<Uint8Array> {
  const { type, size } = await orRefusal(vscode.workspace.fs.stat(uri));
  if ((type & vscode.FileType.Directory) !== 0) throw new FileRefusal('folder');
  if ((type & vscode.FileType.SymbolicLink) !== 0) throw new FileRefusal('outside');
  if (type !== vscode.FileType.File) throw new FileRefusal('special');
  if (size > mostBytes) throw new FileRefusal('tooLarge', size);
  const bytes = await orRefusal(vscode.workspace.fs.readFile(uri));
  if (bytes.length > mostBytes) throw new FileRefusal('tooLarge', bytes.length);
  return bytes;
}

async function orRefusal<T>(answer: Thenable<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    throw new FileRefusal(isMissing ? 'missing' : 'notProvided');
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
      return `There is no ${path}.`;
    case 'outside':
      return `${path} is or goes through a link that leads outside the workspace; it can't be read.`;
    case 'folder':
      return `${path} is a folder; name a file in it.`;
    case 'special':
      return `${path} is a device, pipe or socket, not an ordinary file; it can't be read.`;
    case 'tooLarge':
      return `${path} has ${bytes} bytes; at most ${mostBytes} can be read here.`;
    case 'unreadable':
      return `${path} can't be read; check its permissions.`;
    case 'notProvided':
      return `${path} can't be read: the extension that provides it reports an error.`;
  }
}
