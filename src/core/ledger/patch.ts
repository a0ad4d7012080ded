import type { FileOperation, FileTouch } from './callFacts.ts';
import { codeBlocksOf } from './codeBlocks.ts';

const FILE_HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const SHELL_DELETION = /(?:^|[;&|]\s*)(?:git\s+)?rm\s+(?:-\w+\s+)*([\w@./~-]+)/gm;

const OPERATIONS: Readonly<Record<string, FileOperation>> = {
  Add: 'wrote',
  Update: 'edited',
  Delete: 'deleted',
};

/** The files that a patch in the `*** Update File:` form changes, or that a shell command deletes. */
export function patchedFiles(text: string): readonly FileTouch[] {
  if (text.includes('*** ')) return filesOfPatch(text);
  if (!text.includes('rm ')) return [];
  return [...text.slice(0, 2000).matchAll(SHELL_DELETION)].flatMap(([, path]) =>
    path?.includes('.') ? [{ path, operation: 'deleted', code: [] }] : [],
  );
}

function filesOfPatch(text: string): readonly FileTouch[] {
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
