import * as vscode from 'vscode';
import { PathError } from '../files/pathError.ts';
import { isBinary } from '../files/textFile.ts';
import { unsavedDocument } from './editorFiles.ts';
import type { Editable } from './editablePath.ts';

/** The size of the largest file that the editor opens for extensions. */
const MOST_MEGABYTES = 50;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;

/**
 * Opens a text file in order to change it, and returns its document, with the person's unsaved changes. Throws
 * PathError if the file is a notebook, too large or binary, if saving it in the editor's encoding would damage it, or
 * if the file changed on disk and the editor does not reload it in time.
 */
export async function changeableText({ uri, path }: Editable): Promise<vscode.TextDocument> {
  if (/\.ipynb$/iu.test(path)) throw new PathError(`${path} is a notebook; edit_notebook changes its cells.`);
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MOST_BYTES)
    throw new PathError(
      `${path} has ${size} bytes; files of more than ${MOST_MEGABYTES} MB can’t be changed here.`,
      'tooLarge',
    );
  const unsaved = unsavedDocument(uri);
  if (unsaved !== undefined) return unsaved;
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (isBinary(bytes))
    throw new PathError(
      `${path} is a binary file of ${bytes.length} bytes; it can’t be changed as text.`,
      'special',
    );
  const document = await afterReload(await vscode.workspace.openTextDocument(uri), path);
  if (document.getText().includes('\uFFFD') && !isUtf8(bytes))
    throw new PathError(
      `${path} is not in ${document.encoding}, the encoding in which the editor opens it, and saving would damage it; ` +
        'the person can choose its encoding in the editor (files.encoding).',
      'unreadable',
    );
  return document;
}

const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 50;

/**
 * Waits until the document has the text that is on disk, or has unsaved changes. After another program wrote a file,
 * the editor takes a moment to reload it.
 */
async function afterReload(document: vscode.TextDocument, path: string): Promise<vscode.TextDocument> {
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += PAUSE_MS) {
    const { encoding, uri } = document;
    const saved = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
    if (document.isDirty || withoutBomAndCr(saved) === withoutBomAndCr(document.getText())) return document;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new PathError(
    `${path} was changed on the disk and the editor still shows its earlier text; try again.`,
  );
}

function withoutBomAndCr(text: string): string {
  return text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
