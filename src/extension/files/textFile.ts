import * as vscode from 'vscode';
import { readGuarded, refuseLinkAway } from './guardedFile.ts';
import { PathError } from './pathError.ts';
import { resolvePath } from './workspacePaths.ts';

const MOST_BYTES = 10_000_000;
/** The number of bytes at the beginning of a file that are searched for a zero byte. */
const SNIFFED_BYTES = 8_000;

/**
 * Returns a file's text as the editor has it, including unsaved changes. Throws PathError if the text is too large, if
 * the file's path has a link out of the workspace, or if the file is not open and is binary, missing or unreadable.
 */
export async function readText(uri: vscode.Uri, mostBytes = MOST_BYTES): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return textOfOpen(open, mostBytes);
  return readSavedText(uri, mostBytes);
}

/**
 * Returns a file's saved text. A text that is not in UTF-8 is read in the encoding in which the editor opens the file.
 * Throws PathError if the file is too large, binary, missing or unreadable, or if a link on its path leads out of the
 * workspace.
 */
export async function readSavedText(uri: vscode.Uri, mostBytes: number): Promise<string> {
  const bytes = await readGuarded(uri, mostBytes);
  if (isBinary(bytes))
    throw new PathError(
      `${vscode.workspace.asRelativePath(uri)} is a binary file of ${bytes.length} bytes.`,
      'special',
    );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The editor decodes only files that are not in UTF-8, since a search reads thousands of files.
    return vscode.workspace.decode(bytes, { uri });
  }
}

/**
 * Returns whether bytes are binary, that is, whether a zero byte is near the beginning. UTF-16 text also has zero
 * bytes, but is recognised by its byte order mark.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, SNIFFED_BYTES).includes(0);
}

/**
 * Returns the text of an open document. Its file may be missing, because it was deleted or never saved. Also checks the
 * links on the file's path.
 */
async function textOfOpen(document: vscode.TextDocument, mostBytes: number): Promise<string> {
  await refuseLinkAway(document.uri).catch((error: unknown) => {
    if (!(error instanceof PathError && error.reason === 'missing')) throw error;
  });
  const text = document.getText();
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return text;
  throw new PathError(
    `${vscode.workspace.asRelativePath(document.uri)} has ${bytes} bytes; at most ${mostBytes} can be read here.`,
    'tooLarge',
  );
}

/** The maximum number of bytes of a file that a command runs. A larger file counts as unreadable. */
const MOST_SCRIPT_BYTES = 4_000_000;

/** Returns the text of a file that a command runs; undefined if the file is unreadable or not in the workspace. */
export async function readScript(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readGuarded(await resolvePath(path), MOST_SCRIPT_BYTES));
  } catch {
    return undefined;
  }
}
