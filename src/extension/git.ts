import * as vscode from 'vscode';

/** The checked-out commit and branch. `ahead` counts the commits that its upstream lacks; 0 if there is no upstream. */
export interface Head {
  readonly name?: string;
  readonly commit?: string;
  readonly upstream?: object;
  readonly ahead?: number;
}

export interface Commit {
  readonly message: string;
  readonly parents: readonly string[];
}

/** The part of the built-in Git extension's API, version 1, that is used here. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: GitHead | undefined;
    readonly onDidChange: vscode.Event<void>;
    readonly mergeChanges: readonly GitChange[];
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Empty if the settings list them among the changes of the working tree. */
    readonly untrackedChanges?: readonly GitChange[];
  };
  getCommit(ref: string): Promise<Commit>;
  /** Refreshes the state of the files. */
  status(): Promise<void>;
  log(options: { readonly maxEntries: number; readonly path?: string }): Promise<readonly LoggedCommit[]>;
  /** Returns the diff between the index and the newest commit. */
  diffIndexWithHEAD(path: string): Promise<string>;
  /** Returns the changes between a commit and the working tree. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
  diffWith(ref: string, path: string): Promise<string>;
  /** Returns the paths that `.gitignore` excludes. */
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

/** Returns whether `.gitignore` excludes a file; false if no open repository contains it. */
export async function isGitIgnored(file: vscode.Uri): Promise<boolean> {
  const repository = (await gitApi())?.getRepository(file);
  return (await repository?.checkIgnore([file.fsPath]))?.has(file.fsPath) === true;
}

/** Calls back with each repository of the window, now or when it opens; never if Git is off or missing. */
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
  // Without Git there is nothing to watch. That is no failure.
  begin().catch(() => undefined);
  return new vscode.Disposable(() => {
    isDisposed = true;
    for (const disposable of watching) disposable.dispose();
  });
}
