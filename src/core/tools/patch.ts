import type { FileChange, Replaced } from './fileChange.ts';

const FILE_HEAD = /^\*\*\* (Add|Update|Delete) File: (.+)$/u;
const MOVE = /^\*\*\* Move to: (.+)$/u;
const OPERATIONS: Readonly<Record<string, FileChange['operation']>> = {
  Add: 'write',
  Update: 'edit',
  Delete: 'delete',
};

/** Parses a patch in the `*** Update File:` form. Returns its changes, or an empty list for other text. */
export function patchedFiles(text: string): readonly FileChange[] {
  if (!text.includes('*** ')) return [];
  const changes: FileChange[] = [];
  let head: Pick<FileChange, 'path' | 'from' | 'operation'> | undefined;
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
  for (const line of text.split(/\r?\n/u)) {
    const match = FILE_HEAD.exec(line);
    if (match !== null) {
      finish();
      head = { path: (match[2] ?? '').trim(), operation: OPERATIONS[match[1] ?? ''] ?? 'edit' };
    } else if (head !== undefined && MOVE.test(line)) {
      head = { ...head, path: (MOVE.exec(line)?.[1] ?? '').trim(), from: head.path };
    } else if (line.startsWith('+') || line.startsWith('-'))
      lines.push({ sign: line.charAt(0), text: line.slice(1) });
  }
  finish();
  return changes;
}

const SEARCH = /^(?:<{5,}|-{5,}) SEARCH/u;
const BETWEEN = /^={5,}\s*$/u;
const REPLACE = /^(?:>{5,}|\+{5,}) REPLACE/u;
/** Matches the lines with the position that some agents put above the old text. */
const PLACE = /^(?::(?:start|end)_line:|-{5,}\s*$)/u;

/** Parses blocks in the `<<<<<<< SEARCH` form. Returns the old and new texts, or an empty list for other text. */
export function replacedBlocks(text: string): readonly Replaced[] {
  if (!text.includes(' SEARCH')) return [];
  const blocks: Replaced[] = [];
  let [before, after]: [string[], string[]] = [[], []];
  let side: string[] | undefined;
  for (const line of text.split(/\r?\n/u)) {
    if (SEARCH.test(line)) {
      [before, after] = [[], []];
      side = before;
    } else if (side === before && BETWEEN.test(line)) side = after;
    else if (side === after && REPLACE.test(line)) {
      const start = before.findIndex((each) => !PLACE.test(each));
      blocks.push({ before: before.slice(Math.max(0, start)).join('\n'), after: after.join('\n') });
      side = undefined;
    } else side?.push(line);
  }
  return blocks;
}
