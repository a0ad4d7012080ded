import * as vscode from 'vscode';
import { Debounced } from './debounced.ts';
import type { Observe } from './editorObservations.ts';
import { errorChanges, type ErrorsByFile } from './errorChanges.ts';

/** Errors flicker while a person types: only what stays this long is noted. */
const SETTLE_MS = 2_000;

/** Notes errors that appeared in files of the workspace, or went. */
export function observeDiagnostics(observe: Observe): vscode.Disposable {
  let known = errorsNow();
  const settled = new Debounced(SETTLE_MS, () => {
    const now = errorsNow();
    for (const { path, text } of errorChanges(known, now)) observe('diagnostics', path, text);
    known = now;
  });
  return vscode.Disposable.from(
    settled,
    vscode.languages.onDidChangeDiagnostics(() => {
      settled.call();
    }),
  );
}

function errorsNow(): ErrorsByFile {
  const errors = new Map<string, readonly string[]>();
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) continue;
    const messages = diagnostics
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
    if (messages.length > 0) errors.set(vscode.workspace.asRelativePath(uri), messages);
  }
  return errors;
}
