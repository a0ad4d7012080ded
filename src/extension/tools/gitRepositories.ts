import type * as vscode from 'vscode';
import { gitApi, type GitApi, type GitChange, type GitRepository } from '../git.ts';
import { waitAtMost } from '../sleep.ts';
import { PathError } from '../files/pathError.ts';
import { foldersOf, resolvePath } from '../files/workspacePaths.ts';

/** A new window first looks for its repositories. */
const LONGEST_SEARCH_MS = 10_000;

/** The subject of a call: a file or folder in one repository, or all repositories of the workspace. */
export interface AskedRepository {
  readonly repository: GitRepository;
  /** The file or folder of the workspace that the call names. */
  readonly within?: vscode.Uri;
}

/**
 * Returns the repositories that contain a path or the workspace's folders, as Git sees them now. Throws PathError if
 * there is none.
 */
export async function askedRepositories(
  path: string | null | undefined,
): Promise<readonly AskedRepository[]> {
  const api = await gitApi();
  if (api === undefined)
    throw new PathError('The editor’s Git extension is turned off or missing, so Git can’t be asked here.');
  await waitAtMost(LONGEST_SEARCH_MS, searchOf(api));
  const asked =
    path == null || /^\.?\/?$/.test(path.trim()) ? allIn(api) : inOne(api, await resolvePath(path));
  if (asked.length === 0)
    throw new PathError(`The editor has no Git repository open for ${path ?? 'this workspace'}.`);
  await Promise.all(asked.map(({ repository }) => repository.status()));
  return asked;
}

function searchOf(api: GitApi): Promise<void> {
  return new Promise((resolve) => {
    if (api.state === 'initialized') return resolve();
    const listening = api.onDidChangeState(() => {
      listening.dispose();
      resolve();
    });
  });
}

function allIn({ repositories }: GitApi): readonly AskedRepository[] {
  const folders = foldersOf().map(({ uri }) => uri);
  return repositories
    .filter(({ rootUri }) => folders.some((folder) => liesIn(folder, rootUri) || liesIn(rootUri, folder)))
    .map((repository) => ({ repository }));
}

/** Returns the repository that has the file: the innermost, since a repository can lie in another one. */
function inOne({ repositories }: GitApi, within: vscode.Uri): readonly AskedRepository[] {
  const innermost = repositories
    .filter(({ rootUri }) => liesIn(within, rootUri))
    .sort((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
  return innermost === undefined ? [] : [{ repository: innermost, within }];
}

/** Returns whether a URI is the folder or lies in it. */
export function liesIn(uri: vscode.Uri, folder: vscode.Uri): boolean {
  return uri.scheme === folder.scheme && `${uri.path}/`.startsWith(`${folder.path.replace(/\/$/, '')}/`);
}

const UNTRACKED = 7;

/** Returns the untracked files. A setting of the Git extension decides which of its lists has them. */
export function untrackedIn({ state }: GitRepository): readonly GitChange[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])].filter(isUntracked);
}

export function isUntracked({ status }: GitChange): boolean {
  return status === UNTRACKED;
}

/**
 * Returns the result. If Git failed, throws what Git wrote, in one line, since the extension's own words say nothing.
 */
export async function orGitSays<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const { stderr } = error as { readonly stderr?: unknown };
    if (typeof stderr !== 'string' || stderr.trim() === '') throw error;
    throw new PathError(`Git says: ${stderr.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
  }
}
