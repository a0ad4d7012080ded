import type { FileChange } from './fileChange.ts';

const FILE_HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/u;
const OPERATIONS: Readonly<Record<string, FileChange['operation']>> = {
  Add: 'write',
  Update: 'edit',
  Delete: 'delete',
};

/** The files that a patch in the `*** Update File:` form changes; none where the text is no such patch. */
export function patchedFiles(text: string): readonly FileChange[] {
  if (!text.includes('*** ')) return [];
  const changes: FileChange[] = [];
  let head: Pick<FileChange, 'path' | 'operation'> | undefined;
  let lines: { sign: string; text: string }[] = [];
  const side = (sign: string): string =>
    lines
      .filter((line) => line.sign === sign)
      .map((line) => line.text)
      .join('\n');
  const finish = (): void => {
    if (head !== undefined) changes.push({ ...head, before: side('-'), after: side('+') });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const match = FILE_HEAD.exec(line);
    if (match !== null) {
      finish();
      head = { path: (match[2] ?? '').trim(), operation: OPERATIONS[match[1] ?? ''] ?? 'edit' };
    } else if (line.startsWith('+') || line.startsWith('-'))
      lines.push({ sign: line.charAt(0), text: line.slice(1) });
  }
  finish();
  return changes;
}
