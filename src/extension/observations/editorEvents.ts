import * as vscode from 'vscode';
import type { Clock } from '../../core/ports.ts';
import { watchRepositories } from '../git.ts';
import type { Observe } from './editorObservations.ts';
import { ReportedErrors, type ErrorsByFile, type FileError } from './errorChanges.ts';
import { Debounced } from './debounced.ts';

/** Observes how tasks ended. Tasks in the test group, and tasks with “test” in their names, count as test runs. */
export function observeTasks(observe: Observe): vscode.Disposable {
  return vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    const { name, group } = execution.task;
    const isTest = group === vscode.TaskGroup.Test || /\btests?\b/i.test(name);
    const outcome = exitCode === undefined ? 'was ended' : `ended with exit code ${exitCode}`;
    observe(isTest ? 'test' : 'task', name, `${isTest ? 'test run' : 'task'} “${name}” ${outcome}`);
  });
}

const TEST_COMMAND = /\b(?:test|tests|vitest|jest|mocha|pytest|rspec|phpunit|ctest)\b/i;

/**
 * Observes commands that ended with an exit code in a terminal, if `isOn` returns true and the terminal has shell
 * integration. Does not read the commands' output.
 */
export function observeTerminals(observe: Observe, isOn: () => boolean): vscode.Disposable {
  return vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
    const command = execution.commandLine.value.trim();
    if (!isOn() || command === '' || exitCode === undefined) return;
    const source = TEST_COMMAND.test(command) ? 'test' : 'terminal';
    observe(source, command, `\`${command}\` ended with exit code ${exitCode}`);
  });
}

/** Observes switches between branches in the workspace's repositories. */
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

/**
 * The number of milliseconds that the cursor must rest before its place is observed. This skips files that the person
 * only passes through.
 */
const DWELL_MS = 3_000;

/** Observes which file of the workspace the person looks at, and which symbol the cursor is in. */
export function observeActiveEditor(observe: Observe): vscode.Disposable {
  const dwell = new Debounced(DWELL_MS, () => void observeEditor(vscode.window.activeTextEditor, observe));
  return vscode.Disposable.from(
    dwell,
    vscode.window.onDidChangeActiveTextEditor(() => dwell.call()),
    vscode.window.onDidChangeTextEditorSelection(() => dwell.call()),
  );
}

async function observeEditor(editor: vscode.TextEditor | undefined, observe: Observe): Promise<void> {
  if (editor === undefined) return;
  const { document, selection } = editor;
  if (vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return;
  const path = vscode.workspace.asRelativePath(document.uri);
  const symbol = await symbolAt(document.uri, selection.active);
  const place =
    symbol === undefined
      ? `line ${selection.active.line + 1}`
      : `${symbol}, line ${selection.active.line + 1}`;
  observe('editor', path, `looking at ${path} (${place})`);
}

/**
 * Returns the names of the symbols around a position, outermost first, joined by dots (`Class.method`). Returns
 * undefined if no symbol contains the position or the language has no outline.
 */
async function symbolAt(uri: vscode.Uri, position: vscode.Position): Promise<string | undefined> {
  const found = await vscode.commands.executeCommand<
    readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined
  >('vscode.executeDocumentSymbolProvider', uri);
  let symbols = (found ?? []).filter((symbol) => 'children' in symbol);
  let name: string | undefined;
  for (;;) {
    const inner = symbols.find(({ range }) => range.contains(position));
    if (inner === undefined) return name;
    name = name === undefined ? inner.name : `${name}.${inner.name}`;
    symbols = inner.children;
  }
}

/**
 * The number of milliseconds without a change before errors count as present. Errors come and go while a person types.
 */
const SETTLE_MS = 2_000;

/**
 * Observes files of the workspace in which errors appeared, and files whose last error disappeared. `report` observes
 * the changes since its last call, so that the observations hold when they are sent. The observations have the time of
 * the newest change, so that everything that happened after this change counts as newer.
 */
export function observeDiagnostics(
  observe: Observe,
  clock: Clock,
): vscode.Disposable & { readonly report: () => void } {
  const errors = new ReportedErrors(errorsNow());
  let changedAt = clock.now();
  const settled = new Debounced(SETTLE_MS, () => {
    if (errors.update(errorsNow())) changedAt = clock.now();
  });
  const changes = vscode.languages.onDidChangeDiagnostics(() => settled.call());
  return {
    report: () => {
      for (const { path, text } of errors.report(errorsNow())) observe('diagnostics', path, text, changedAt);
    },
    dispose: () => {
      settled.dispose();
      changes.dispose();
    },
  };
}

function errorsNow(): ErrorsByFile {
  const errors = new Map<string, readonly FileError[]>();
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) continue;
    const found = diagnostics
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ message, range }) => ({ line: range.start.line + 1, message }));
    if (found.length > 0) errors.set(vscode.workspace.asRelativePath(uri), found);
  }
  return errors;
}
