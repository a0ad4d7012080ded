import type * as vscode from 'vscode';
import { neverCancelled } from '../../core/cancellation.ts';
import { PathError } from '../files/pathError.ts';
import { readText } from '../files/textFile.ts';
import { pathOf } from '../files/workspacePaths.ts';
import { findWorkspaceFiles } from '../tools/findWorkspaceFiles.ts';

const MOST_FILES = 500;
const MOST_BYTES = 60_000;
/** The most characters of one file, so that a large file does not crowd out the others. */
const MOST_OF_ONE = 12_000;

/**
 * Returns the files below a folder that nothing ignores, their names first, then as many texts as there is room for.
 */
export async function folderText(folder: vscode.Uri): Promise<string> {
  const found = await findWorkspaceFiles({ within: folder, most: MOST_FILES + 1 }, neverCancelled);
  const files = found.slice(0, MOST_FILES);
  const texts: string[] = [];
  let left = MOST_BYTES;
  for (const file of files) {
    const text = await textOf(file, Math.min(left, MOST_OF_ONE));
    if (text === undefined) continue;
    left -= Buffer.byteLength(text);
    texts.push(`## ${pathOf(file)}\n${text}`);
  }
  return [
    ...files.map(pathOf),
    ...(found.length > MOST_FILES ? [`[more than ${MOST_FILES} files]`] : []),
    `[${texts.length} of ${files.length} are here in full; read the others where you need them]`,
    ...texts,
  ].join('\n');
}

/**
 * Returns a file's text, undefined where it is no text, is too large, or may not be read. A larger file is not opened.
 */
async function textOf(file: vscode.Uri, mostBytes: number): Promise<string | undefined> {
  try {
    return await readText(file, mostBytes);
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}
