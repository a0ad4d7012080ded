import * as vscode from 'vscode';
import type { FilePort } from '../../core/tools/changedFiles.ts';
import { withoutChange } from './withoutChange.ts';
import { PathError } from '../files/pathError.ts';
import { editablePath, type Editable } from './editablePath.ts';

/**
 * Reads, writes and deletes files. For a text file with unsaved changes, `read` returns the bytes that saving would
 * write, and `write` changes the text in the editor. For a notebook with unsaved changes, `write` throws an error.
 * Other files are read and written in the file system.
 */
export const editorFiles: FilePort = {
  read: async (file) => {
    const uri = vscode.Uri.parse(file, true);
    const unsaved = unsavedDocument(uri);
    if (unsaved !== undefined) return vscode.workspace.encode(unsaved.getText(), unsaved);
    return vscode.workspace.fs.readFile(uri).then(undefined, undefinedIfMissing);
  },
  write: async (file, bytes) => {
    const uri = vscode.Uri.parse(file, true);
    const unsaved = unsavedDocument(uri);
    if (unsaved === undefined && hasUnsavedChanges(uri)) throw new Error('it has unsaved changes');
    if (unsaved !== undefined && bytes !== undefined) {
      if (!(await replaceText(unsaved, await vscode.workspace.decode(bytes, unsaved))))
        throw new Error('the editor refused; it may be read-only');
    } else if (bytes !== undefined) await vscode.workspace.fs.writeFile(uri, bytes);
    else await deleteFile(uri);
  },
  nameOf: (file) => vscode.workspace.asRelativePath(vscode.Uri.parse(file, true)),
  without: withoutChange,
};

/** Returns the open document of a file; undefined if the file is not open. */
function openedDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Returns the open document of a file if it has unsaved changes. */
export function unsavedDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const document = openedDocument(uri);
  return document?.isDirty === true ? document : undefined;
}

/** Returns whether a file's text document or notebook has unsaved changes. */
export function hasUnsavedChanges(uri: vscode.Uri): boolean {
  const notebook = vscode.workspace.notebookDocuments.find((each) => each.uri.toString() === uri.toString());
  return unsavedDocument(uri) !== undefined || notebook?.isDirty === true;
}

/**
 * Gives a document a new text. Replaces only the lines from the first to the last difference, so that cursors and
 * folded regions elsewhere stay. Returns false if the editor refuses.
 */
export async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const { from, to, lines } = differingLines(document.getText(), text.replaceAll(/\r?\n/gu, end));
  edit.replace(document.uri, new vscode.Range(document.positionAt(from), document.positionAt(to)), lines);
  return vscode.workspace.applyEdit(edit);
}

/**
 * Returns the whole lines from the first to the last difference of two texts: their range in `before`, and the text
 * that replaces them.
 */
function differingLines(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly lines: string } {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same += 1;
  const from = same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
  let tail = 0;
  while (tail < most - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const lineEnd = before.indexOf('\n', before.length - tail);
  const kept = lineEnd < 0 ? 0 : before.length - lineEnd - 1;
  return { from, to: before.length - kept, lines: after.slice(from, after.length - kept) };
}

/** Moves a file to the trash, or deletes it if the editor uses no trash. */
async function deleteFile(uri: vscode.Uri): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.deleteFile(uri, { ignoreIfNotExists: true });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error('the editor did not delete it');
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
  throw error;
}

/** Returns the file at a path. Throws PathError if there is none, or if the person has unsaved changes in it. */
export async function existingFile(writtenPath: string): Promise<Editable> {
  const target = await editablePath(writtenPath);
  if (!target.exists) throw new PathError(`There is no ${target.path} in the workspace.`, 'missing');
  if (hasUnsavedChanges(target.uri))
    throw new PathError(
      `The person has unsaved changes in ${target.path}; ask them to save or revert it first.`,
    );
  return target;
}
