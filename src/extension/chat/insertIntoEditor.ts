import * as vscode from 'vscode';
import { ViewError } from '../webviews/describeError.ts';

/**
 * Replaces the selections in the active editor with code. If no editor is active, uses a visible one. Throws ViewError
 * on failure.
 */
export async function insertIntoEditor(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) throw new ViewError('Open a file first; the code is inserted at its cursor.');
  const isInserted = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isInserted) throw new ViewError('The editor did not insert the code. The file may be read-only.');
  await vscode.window.showTextDocument(editor.document, {
    viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active,
  });
}
