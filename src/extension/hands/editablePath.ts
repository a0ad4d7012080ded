import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PathError } from '../files/pathError.ts';
import { wayInside } from '../files/linksAway.ts';
import { foldersOf } from '../files/workspacePaths.ts';
import { diskTarget, TargetRefusal, type TargetProblem } from './diskTarget.ts';
import { pathProblem } from './pathTricks.ts';

/** A file of the workspace that may be changed. */
export interface Editable {
  /** The real location, after links within the workspace were followed. */
  readonly uri: vscode.Uri;
  /** The path in the workspace, as it is shown to the person. */
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Returns the file at a path, if a tool may change it, create it, or rename `renamed` to it. Throws PathError with
 * the reason if not.
 */
export async function editablePath(written: string, renamed?: Editable): Promise<Editable> {
  const problem = pathProblem(written, process.platform === 'win32');
  if (problem !== undefined) throw new PathError(problem);
  const plain = path.posix.normalize(written.trim().replaceAll('\\', '/'));
  const asked = inFolder(plain);
  const found = await (asked.folder.uri.scheme === 'file'
    ? onDisk(asked, written, renamed)
    : provided(asked));
  return { ...found, path: vscode.workspace.asRelativePath(found.uri).replaceAll('\\', '/') };
}

type Found = Omit<Editable, 'path'>;

interface Inside {
  readonly folder: vscode.WorkspaceFolder;
  readonly inside: string;
}

function inFolder(plain: string): Inside {
  const folders = foldersOf();
  const absolute = /^[a-z]:\//iu.test(plain) ? `/${plain}` : plain;
  if (absolute.startsWith('/')) {
    for (const folder of folders) {
      const inside = wayInside(folder.uri.path, absolute, process.platform === 'win32');
      if (inside !== undefined) return { folder, inside };
    }
    throw new PathError(`${plain} lies outside the workspace; only files inside it can be changed.`);
  }
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return { folder: only, inside: plain };
  const [name, ...rest] = plain.split('/');
  const named = folders.find((folder) => folder.name === name);
  if (named === undefined || rest.length === 0) {
    const names = folders.map((folder) => folder.name).join(', ');
    throw new PathError(
      `${plain} names no file in a folder of the workspace; begin the path with one of: ${names}.`,
    );
  }
  return { folder: named, inside: rest.join('/') };
}

async function onDisk(asked: Inside, written: string, renamed?: Editable): Promise<Found> {
  const folders = foldersOf().filter(({ uri }) => uri.scheme === 'file');
  try {
    const { root, inside, exists } = await diskTarget(
      folders.map(({ uri }) => uri.fsPath),
      {
        ...{ root: folders.indexOf(asked.folder), segments: asked.inside.split('/') },
        ...(renamed === undefined ? {} : { renamed: await realpath(renamed.uri.fsPath) }),
      },
    );
    const folder = folders[root] ?? asked.folder;
    return { uri: vscode.Uri.joinPath(folder.uri, ...inside), exists };
  } catch (error) {
    if (!(error instanceof TargetRefusal)) throw error;
    throw new PathError(sentenceOf(error.problem, written.trim()));
  }
}

/** Returns a file of a file system that is not the disk's. Refuses links, since such a system does not say where they lead. */
async function provided({ folder, inside }: Inside): Promise<Found> {
  const uri = vscode.Uri.joinPath(folder.uri, inside);
  const found = await vscode.workspace.fs.stat(uri).then(
    ({ type }) => type,
    (error: unknown) => {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
      throw error;
    },
  );
  if (found === undefined) return { uri, exists: false };
  if ((found & vscode.FileType.Directory) !== 0)
    throw new PathError(sentenceOf({ reason: 'folder' }, inside));
  if ((found & vscode.FileType.SymbolicLink) !== 0)
    throw new PathError(sentenceOf({ reason: 'outside' }, inside));
  if (found !== vscode.FileType.File) throw new PathError(sentenceOf({ reason: 'special' }, inside));
  return { uri, exists: true };
}

function sentenceOf(problem: TargetProblem, written: string): string {
  switch (problem.reason) {
    case 'outside':
      return `${written} is or goes through a link that leads outside the workspace; it can't be changed.`;
    case 'brokenLink':
      return `${written} is or goes through a link that leads nowhere; it can't be changed.`;
    case 'folder':
      return `${written} is a folder; name a file in it.`;
    case 'notAFolder':
      return `${written} goes through a file as if it were a folder.`;
    case 'special':
      return `${written} is a device or a pipe, no ordinary file; it can't be changed.`;
    case 'hardLink':
      return `${written} is one of several names of the same file (a hard link), and the others may lie outside the workspace; it can't be changed.`;
    case 'alias':
      return `“${problem.name}” exists already, and ${written} differs from it only in case or in how letters are encoded; use the existing name.`;
  }
}
