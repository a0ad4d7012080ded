import * as vscode from 'vscode';
import { PathError, pathOf } from './workspacePaths.ts';

const MOST_BYTES = 10_000_000;
const SNIFFED_BYTES = 8_000;

/** A file's text as the editor has it, unsaved changes too. Throws PathError for what is no text, or far too large. */
export async function readText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  const { type, size } = await statOf(uri);
  if ((type & vscode.FileType.Directory) !== 0)
    throw new PathError(`${pathOf(uri)} is a folder; list_files shows what is in it.`);
  if (size > MOST_BYTES)
    throw new PathError(`${pathOf(uri)} has ${size} bytes, too many to read; search_text finds lines in it.`);
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0))
    throw new PathError(`${pathOf(uri)} is a binary file of ${size} bytes.`);
  return new TextDecoder().decode(bytes);
}

async function statOf(uri: vscode.Uri): Promise<vscode.FileStat> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    throw new PathError(`There is no ${pathOf(uri)} in the workspace.`);
  }
}
