import * as vscode from 'vscode';
import { Debounced } from './debounced.ts';
import type { Observe } from './editorObservations.ts';

/** A file that is only passed through on the way to another is not worth telling. */
const DWELL_MS = 3_000;

/** Notes the file that the person looks at, and the symbol that the cursor is in. */
export function observeActiveEditor(observe: Observe): vscode.Disposable {
  const dwell = new Debounced(DWELL_MS, () => void observeEditor(vscode.window.activeTextEditor, observe));
  return vscode.Disposable.from(
    dwell,
    vscode.window.onDidChangeActiveTextEditor(() => {
      dwell.call();
    }),
    vscode.window.onDidChangeTextEditorSelection(() => {
      dwell.call();
    }),
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

/** The name of the innermost symbol around a position; undefined where the language has no outline. */
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
