import * as vscode from 'vscode';

/** The part of the built-in Git extension's API that the tests use. */
export interface Repository {
  status(): Promise<void>;
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
}

interface GitExtension {
  getAPI(version: 1): { openRepository(root: vscode.Uri): Promise<Repository | null> };
}

/**
 * Opens a repository in the editor's Git extension. Throws if there is no Git, so that the tests fail and are not
 * skipped: every editor in which they run should have Git.
 */
export async function openRepository(folder: string): Promise<Repository> {
  const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const opened = await (await git?.activate())?.getAPI(1).openRepository(vscode.Uri.file(folder));
  if (!opened) throw new Error(`The editor's Git extension did not open ${folder}.`);
  return opened;
}
