import * as vscode from 'vscode';
import type { Commit, Head } from './stages/ownCommit.ts';

/** The part of the built-in Git extension's API, version 1, that is used here. */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD: Head | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  getCommit(ref: string): Promise<Commit>;
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: vscode.Event<GitRepository>;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** Calls back with each repository of the window, now or when it opens; with none where Git is off or missing. */
export function watchRepositories(
  watch: (repository: GitRepository) => vscode.Disposable,
): vscode.Disposable {
  const watching: vscode.Disposable[] = [];
  let isDisposed = false;
  const begin = async (): Promise<void> => {
    const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const exported = await git?.activate();
    if (exported?.enabled !== true || isDisposed) return;
    const api = exported.getAPI(1);
    watching.push(...api.repositories.map(watch));
    watching.push(api.onDidOpenRepository((repository) => watching.push(watch(repository))));
  };
  // Without Git there is nothing to watch, which is no failure.
  begin().catch(() => undefined);
  return new vscode.Disposable(() => {
    isDisposed = true;
    for (const disposable of watching) disposable.dispose();
  });
}
