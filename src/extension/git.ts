import * as vscode from 'vscode';

/** The checked-out branch and commit. */
export interface Head {
  /** The name of the branch; missing if a commit is checked out without a branch. */
  readonly name?: string;
  /** The newest commit; missing if there is no commit yet. */
  readonly commit?: string;
  readonly upstream?: object;
  /** The number of commits that the upstream branch lacks. */
  readonly ahead?: number;
}

export interface Commit {
  readonly message: string;
  readonly parents: readonly string[];
}

/** A repository in the API (version 1) of the built-in Git extension. Has only the members that Longthread uses. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: GitHead | undefined;
    readonly onDidChange: vscode.Event<void>;
    readonly mergeChanges: readonly GitChange[];
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    /** The untracked files, unless the Git extension's settings put them into `workingTreeChanges`. */
    readonly untrackedChanges?: readonly GitChange[];
  };
  getCommit(ref: string): Promise<Commit>;
  /** Refreshes `state`. */
  status(): Promise<void>;
  log(options: { readonly maxEntries: number; readonly path?: string }): Promise<readonly LoggedCommit[]>;
  /** Returns a file's diff between the newest commit and the index. */
  diffIndexWithHEAD(path: string): Promise<string>;
  /** Returns the files that differ between a commit and the index. */
  diffIndexWith(ref: string): Promise<readonly GitChange[]>;
  /** Returns a file's diff between a commit and the index. */
  diffIndexWith(ref: string, path: string): Promise<string>;
  /** Returns the files that differ between a commit and the working tree. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
  /** Returns a file's diff between a commit and the working tree. */
  diffWith(ref: string, path: string): Promise<string>;
  /** Returns the given paths that Git ignores, for example because of a `.gitignore`. */
  checkIgnore(paths: string[]): Promise<Set<string>>;
}

interface GitHead extends Head {
  readonly upstream?: { readonly remote: string; readonly name: string };
  readonly behind?: number;
}

export interface GitChange {
  readonly uri: vscode.Uri;
  /** The new path of a renamed file. */
  readonly renameUri?: vscode.Uri | undefined;
  readonly status: number;
}

export interface LoggedCommit extends Commit {
  readonly hash: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
}

export interface GitApi {
  /** `initialized` once Git has finished its search for the window's repositories. */
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Returns Git's API; undefined if Git is turned off or its extension is missing. */
export async function gitApi(): Promise<GitApi | undefined> {
  const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
  return exported?.enabled === true ? exported.getAPI(1) : undefined;
}

/** Returns whether Git ignores a file; false if no open repository contains it, or if Git is off or missing. */
export async function isGitIgnored(file: vscode.Uri): Promise<boolean> {
  const repository = (await gitApi())?.getRepository(file);
  return (await repository?.checkIgnore([file.fsPath]))?.has(file.fsPath) === true;
}

/**
 * Calls `watch` with each repository of the window: with the open repositories, and later with each repository that
 * opens. The returned Disposable disposes of everything that `watch` returned. Does nothing if Git is off or missing.
 */
export function watchRepositories(
  watch: (repository: GitRepository) => vscode.Disposable,
): vscode.Disposable {
  const watching: vscode.Disposable[] = [];
  let isDisposed = false;
  const begin = async (): Promise<void> => {
    const api = await gitApi();
    if (api === undefined || isDisposed) return;
    watching.push(...api.repositories.map(watch));
    watching.push(api.onDidOpenRepository((repository) => watching.push(watch(repository))));
  };
  // If the Git extension can't start, there is nothing to watch.
  begin().catch(() => undefined);
  return new vscode.Disposable(() => {
    isDisposed = true;
    for (const disposable of watching) disposable.dispose();
  });
}
