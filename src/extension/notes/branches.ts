import * as vscode from 'vscode';
import { watchRepositories } from '../git.ts';
import type { Note } from './editorNotes.ts';

/** Notes switches of the branch in the workspace's repositories. */
export function noteBranches(note: Note): vscode.Disposable {
  return watchRepositories(({ rootUri, state }) => {
    let known = state.HEAD?.name;
    return state.onDidChange(() => {
      const branch = state.HEAD?.name;
      if (branch === known) return;
      const from = known === undefined ? '' : ` from ${known}`;
      known = branch;
      if (branch !== undefined && from !== '')
        note(
          'branch',
          rootUri.toString(),
          `switched${from} to ${branch} in ${vscode.workspace.asRelativePath(rootUri)}`,
        );
    });
  });
}
