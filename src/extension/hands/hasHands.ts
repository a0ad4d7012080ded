import * as vscode from 'vscode';

/** Returns whether tools may change anything here: Restricted Mode has no such tools, nor has a window without a folder. */
export function hasHands(): boolean {
  return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders ?? []).length > 0;
}
