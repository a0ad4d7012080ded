import type * as vscode from 'vscode';
import { gitApi, type GitApi, type GitChange, type GitRepository } from '../git.ts';
import { waitAtMost } from '../sleep.ts';
import { PathError } from '../files/pathError.ts';
import { foldersOf, resolvePath } from '../files/workspacePaths.ts';

/** The maximum number of milliseconds to wait until Git has found the repositories of a new window. */
const LONGEST_SEARCH_MS = 10_000;

/** A repository that a tool call is about. The call may be about only one file or folder in the repository. */
export interface AskedRepository {
  readonly repository: GitRepository;
  /** The file or folder that the call names. */
  readonly within?: vscode.Uri;
}

/**
 * Returns the repository that contains a path. Without a path, returns all repositories that contain a workspace folder
 * or lie in one. Updates the state of these repositories. Throws PathError if there are none, or if Git is turned off
 * or missing.
 */
export async function askedRepositories(
  path: string | null | undefined,
): Promise<readonly AskedRepository[]> {
  const api = await gitApi();
  if (api === undefined)
    throw new PathError('The editor’s Git extension is disabled or missing, so Git is not available here.');
  await waitAtMost(LONGEST_SEARCH_MS, repositoriesFound(api));
  const asked =
    path == null || /^\.?\/?$/.test(path.trim()) ? allIn(api) : containing(api, await resolvePath(path));
  if (asked.length === 0)
    throw new PathError(`The editor has no Git repository open for ${path ?? 'this workspace'}.`);
  await Promise.all(asked.map(({ repository }) => repository.status()));
  return asked;
}

/** Resolves when Git has found the repositories of the window. */
function repositoriesFound(api: GitApi): Promise<void> {
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

/** Returns the innermost repository that contains the file or folder, since repositories can be nested. */
function containing({ repositories }: GitApi, within: vscode.Uri): readonly AskedRepository[] {
  const innermost = repositories
    .filter(({ rootUri }) => liesIn(within, rootUri))
    .sort((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0];
  return innermost === undefined ? [] : [{ repository: innermost, within }];
}

/** Returns whether a URI is the given folder or lies in it. */
export function liesIn(uri: vscode.Uri, folder: vscode.Uri): boolean {
  return uri.scheme === folder.scheme && `${uri.path}/`.startsWith(`${folder.path.replace(/\/$/, '')}/`);
}

/** The Git extension's number for the status of an untracked file. */
const UNTRACKED = 7;

/**
 * Returns the untracked files that the Git extension lists. Its setting `git.untrackedChanges` decides which of the two
 * lists contains these files. With the value `hidden`, neither list does.
 */
export function untrackedIn({ state }: GitRepository): readonly GitChange[] {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])].filter(isUntracked);
}

export function isUntracked({ status }: GitChange): boolean {
  return status === UNTRACKED;
}

/**
 * Awaits an operation of the Git extension. If Git fails, throws PathError with Git's own message on one line, since
 * the extension's message does not contain the reason.
 */
export async function orGitSays<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { stderr } = error as { readonly stderr?: unknown };
    if (typeof stderr !== 'string' || stderr.trim() === '') throw error;
    throw new PathError(`Git says: ${stderr.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
  }
}
