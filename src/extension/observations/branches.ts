import * as vscode from 'vscode';
import { watchRepositories } from '../git.ts';
import type { Observe } from './editorObservations.ts';

/** Notes switches of the branch in the workspace's repositories. */
export function observeBranches(observe: Observe): vscode.Disposable {
  return watchRepositories(({ rootUri, state }) => {
    let known = state.HEAD?.name;
    return state.onDidChange(() => {
      const branch = state.HEAD?.name;
      if (branch === known) return;
      const from = known === undefined ? '' : ` from ${known}`;
      known = branch;
      if (branch !== undefined && from !== '')
        observe(
          'branch',
          rootUri.toString(),
          `switched${from} to ${branch} in ${vscode.workspace.asRelativePath(rootUri)}`,
        );
    });
  });
}
