import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { PathError } from '../files/pathError.ts';
import { foldersOf } from '../files/workspacePaths.ts';
import { diskTarget, TargetRefusal } from './diskTarget.ts';
import { pathProblem } from './pathProblem.ts';
import { placeInWorkspace, targetSentence, type Place } from './placeInWorkspace.ts';

/** A file of the workspace that a tool may change or create. */
export interface Editable {
  /** The location. All links below the workspace folder are followed. */
  readonly uri: vscode.Uri;
  /** The path in the workspace, as it is shown to the person. */
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Returns the file at a path that the model wrote, if a tool may change it, create it, or rename `renamed` to it. Every
 * tool that changes files must call this function first, since only this function keeps changes inside the workspace.
 * Checks the spelling (`pathProblem`), then the folder (`placeInWorkspace`), then where links lead (`diskTarget`).
 * Throws PathError with a sentence for the model if a check fails.
 */
export async function editablePath(written: string, renamed?: Editable): Promise<Editable> {
  const problem = pathProblem(written, process.platform === 'win32');
  if (problem !== undefined) throw new PathError(problem);
  const place = placeInWorkspace(written, foldersOf(), process.platform === 'win32');
  const found = await (place.folder.uri.scheme === 'file'
    ? onDisk(place, written, renamed)
    : inVirtualFileSystem(place));
  return { ...found, path: vscode.workspace.asRelativePath(found.uri).replaceAll('\\', '/') };
}

type Found = Omit<Editable, 'path'>;

type WorkspacePlace = Place<vscode.WorkspaceFolder>;

async function onDisk(place: WorkspacePlace, written: string, renamed?: Editable): Promise<Found> {
  // A link may lead from one folder of the workspace into another, so all folders are allowed.
  const folders = foldersOf().filter(({ uri }) => uri.scheme === 'file');
  try {
    const { root, inside, exists } = await diskTarget(
      folders.map(({ uri }) => uri.fsPath),
      {
        ...{ root: folders.indexOf(place.folder), segments: place.inside.split('/') },
        ...(renamed === undefined ? {} : { renamed: await realpath(renamed.uri.fsPath) }),
      },
    );
    const folder = folders[root] ?? place.folder;
    return { uri: vscode.Uri.joinPath(folder.uri, ...inside), exists };
  } catch (error) {
    if (!(error instanceof TargetRefusal)) throw error;
    throw new PathError(targetSentence(error.problem, written.trim()));
  }
}

/**
 * Returns a file of a virtual file system, which an extension provides. Refuses links, since the editor's API does not
 * say where they lead.
 */
async function inVirtualFileSystem({ folder, inside }: WorkspacePlace): Promise<Found> {
  const uri = vscode.Uri.joinPath(folder.uri, inside);
  const type = await vscode.workspace.fs.stat(uri).then(
    (found) => found.type,
    (error: unknown) => {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
      throw error;
    },
  );
  if (type === undefined) return { uri, exists: false };
  if ((type & vscode.FileType.Directory) !== 0)
    throw new PathError(targetSentence({ reason: 'folder' }, inside));
  if ((type & vscode.FileType.SymbolicLink) !== 0)
    throw new PathError(targetSentence({ reason: 'outside' }, inside));
  if (type !== vscode.FileType.File) throw new PathError(targetSentence({ reason: 'special' }, inside));
  return { uri, exists: true };
}
