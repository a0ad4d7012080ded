import * as vscode from 'vscode';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { ToolOutcome } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { withPlainEnds } from '../../core/tools/exactEdits.ts';
import { PathError } from '../files/pathError.ts';
import { changeableText } from './changeableText.ts';
import { editablePath, type Editable } from './editablePath.ts';
import { replaceText } from './editorFiles.ts';
import { freshLines } from './freshLines.ts';
import { applyEdit, ifAllowed, type Hands } from './hands.ts';
import { NewProblems } from './newProblems.ts';
import { addedLines, maskedDiff, shortDiff } from './shortDiff.ts';

/** A tool call's change of a file's text. */
export interface TextChange {
  readonly tool: string;
  readonly kind: 'edit' | 'write';
  /** The path as the model wrote it. */
  readonly path: string;
  /**
   * Returns the new text of the file. The argument is the present text of the file; undefined if the file does not
   * exist. Throws PathError with a sentence for the model if the change can't be made.
   */
  readonly newTextFor: (text: string | undefined) => string;
}

/** The tool call that makes a change. */
export interface RunningCall {
  readonly signal: CancelSignal;
  readonly callId: string | undefined;
}

/**
 * Asks the person if necessary, keeps a copy of the old content, changes the text in the editor, and saves it unless
 * the person has unsaved changes. Returns the result for the model.
 */
export async function changeText(
  hands: Hands,
  change: TextChange,
  { signal, callId }: RunningCall,
): Promise<ToolOutcome> {
  const { tool, kind, newTextFor } = change;
  const target = await editablePath(change.path);
  const document = target.exists ? await changeableText(target) : undefined;
  const before = document?.getText();
  const after = newTextFor(before);
  const shown = { detail: shortDiff(before ?? '', after), added: addedLines(before ?? '', after) };
  const proposed = { tool, kind, ...shown, targets: [target], after, signal, callId };
  return ifAllowed(hands, proposed, async (place) => {
    await refuseIfChanged(target, change.path, before);
    const problems = new NewProblems([target.uri]);
    try {
      const report = await hands.changed.during(place, [target.uri.toString()], () =>
        writeAndSave(target, after, hands.redactor),
      );
      const fresh = kind === 'edit' ? await freshLinesOf(hands, target, before ?? '') : '';
      const lines = await problems.lines(signal);
      return [
        report,
        ...(fresh === '' ? [] : [fresh]),
        ...(lines.length > 0 ? ['New problems that the editor shows:', ...lines] : []),
      ].join('\n');
    } finally {
      problems.dispose();
    }
  });
}

/** Returns the `freshLines` of a file. Reads the file again, since saving may have changed more lines. */
async function freshLinesOf(
  { live, redactor }: Hands,
  { uri, path }: Editable,
  before: string,
): Promise<string> {
  const fresh = async (): Promise<string> => {
    const after = (await vscode.workspace.openTextDocument(uri)).getText();
    return freshLines({ path, before, after }, live, redactor);
  };
  return (await undefinedIfFailed(fresh())) ?? NOT_SHOWN;
}

const NOT_SHOWN = 'The lines around the change could not be shown; read the file again.';

/**
 * Returns a description of a change; undefined if describing the change failed, e.g. because the search for secrets
 * failed. The change itself was made and must not be reported as failed.
 */
async function undefinedIfFailed(description: Promise<string>): Promise<string | undefined> {
  return description.catch(() => undefined);
}

/**
 * Throws PathError if the file's text has changed since the person was asked, or if the path no longer leads to the
 * same file.
 */
async function refuseIfChanged(
  asked: Editable,
  writtenPath: string,
  before: string | undefined,
): Promise<void> {
  const { uri, path, exists } = await editablePath(writtenPath);
  const isSameFile = uri.toString() === asked.uri.toString() && exists === asked.exists;
  const text = exists && isSameFile ? (await changeableText(asked)).getText() : undefined;
  if (!isSameFile || text !== before)
    throw new PathError(`${path} changed while the person was asked; nothing was done. Read it again.`);
}

/**
 * Writes the text into the editor's document, and saves the document unless it had unsaved changes of the person.
 * Returns a report for the model.
 */
async function writeAndSave(
  { uri, path, exists }: Editable,
  after: string,
  redactor: Redactor,
): Promise<string> {
  if (!exists) await create(uri, path);
  const document = await vscode.workspace.openTextDocument(uri);
  const hadUnsavedChanges = document.isDirty;
  const before = document.getText();
  if (after !== before && !(await replaceText(document, after)))
    throw new PathError(`The editor did not make the change of ${path}; it may be read-only.`);
  const verb = exists ? 'Changed' : 'Made';
  if (hadUnsavedChanges)
    return `${verb} ${path}. The person has unsaved changes in it, so it is changed in the editor and not saved.`;
  const problem = after === before ? undefined : await trySave(document);
  if (problem !== undefined) return `${verb} ${path} in the editor, but it could not be saved: ${problem}`;
  const now = document.getText();
  const report = `${verb} ${path} and saved it.`;
  // A document has the same line ends everywhere, but the wanted text may not.
  if (withPlainEnds(now) === withPlainEnds(after)) return report;
  const more = await undefinedIfFailed(maskedDiff(after, now, redactor));
  return `${report}\nSaving made further changes${more === undefined ? '.' : `:\n${more}`}`;
}

/** Creates an empty file; its text is then written through the editor, as with any other file. */
async function create(uri: vscode.Uri, path: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new Uint8Array() });
  await applyEdit(edit, path);
}

/**
 * Saves a document. Returns the reason if saving failed; undefined if it succeeded. Does not check `isDirty` before,
 * since the editor may report a change later than it makes the change. If nothing is unsaved, the editor does nothing.
 */
async function trySave(document: vscode.TextDocument): Promise<string | undefined> {
  try {
    return (await document.save()) ? undefined : 'the editor refused; the file may be read-only.';
  } catch (error) {
    return messageOf(error);
  }
}
