import path from 'node:path';
import { pathInside } from '../files/linksAway.ts';
import { PathError } from '../files/pathError.ts';
import type { TargetProblem } from './diskTarget.ts';

/** A workspace folder. A relative path can begin with the folder's name, an absolute path with the path of its URI. */
export interface NamedFolder {
  readonly name: string;
  readonly uri: { readonly path: string };
}

/** The place of a file in the workspace, whether the file exists or not. */
export interface Place<Folder extends NamedFolder> {
  readonly folder: Folder;
  /** The path relative to the folder, with slashes. */
  readonly inside: string;
}

/**
 * Returns the place that a path names. An absolute path must lie in one of the folders. A relative path is relative to
 * the only folder or, if there are several folders, begins with the name of one of them. Throws PathError with a
 * sentence for the model if the path names no place. Does not look at the disk, and so follows no links. Callers must
 * check the path with `pathProblem` first, since a relative path with `..` is not always refused here.
 */
export function placeInWorkspace<Folder extends NamedFolder>(
  written: string,
  folders: readonly Folder[],
  isWindows: boolean,
): Place<Folder> {
  const plain = path.posix.normalize(written.trim().replaceAll('\\', '/'));
  const absolute = /^[a-z]:\//iu.test(plain) ? `/${plain}` : plain;
  if (absolute.startsWith('/')) {
    for (const folder of folders) {
      const inside = pathInside(folder.uri.path, absolute, isWindows);
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

/** Returns the sentence for the model that says why the file at a path can't be changed. */
export function targetSentence(problem: TargetProblem, written: string): string {
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
      return `${written} is a device, pipe or socket, not an ordinary file; it can't be changed.`;
    case 'hardLink':
      return `${written} is one of several names of the same file (a hard link), and the others may lie outside the workspace; it can't be changed.`;
    case 'alias':
      return `“${problem.name}” exists already, and ${written} differs from it only in case or in how letters are encoded; use the existing name.`;
  }
}
