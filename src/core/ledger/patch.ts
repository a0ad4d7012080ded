import type { FileOperation, FileTouch } from './fileTouch.ts';
import { codeBlocksOf } from './codeBlocks.ts';

const FILE_HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const OPERATIONS: Readonly<Record<string, FileOperation>> = {
  Add: 'wrote',
  Update: 'edited',
  Delete: 'deleted',
};

/** The files that a patch in the `*** Update File:` form changes; none where the text is no such patch. */
export function patchedFiles(text: string): readonly FileTouch[] {
  if (!text.includes('*** ')) return [];
  const touches: FileTouch[] = [];
  let head: { path: string; operation: FileOperation } | undefined;
  let added: string[] = [];
  const finish = (): void => {
    if (head !== undefined) touches.push({ ...head, code: codeBlocksOf(added.join('\n')) });
    added = [];
  };
  for (const line of text.split('\n')) {
    const match = FILE_HEAD.exec(line);
    if (match !== null) {
      finish();
      head = { path: (match[2] ?? '').trim(), operation: OPERATIONS[match[1] ?? ''] ?? 'edited' };
    } else if (line.startsWith('+')) added.push(line.slice(1));
  }
  finish();
  return touches;
}
