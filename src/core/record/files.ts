import type { CountTokens } from '../ports.ts';
import { isMoveAlone, type FileChange } from '../tools/fileChange.ts';
import { commonFolder } from '../tools/commonFolder.ts';
import { isAbsolute } from '../tools/fileNames.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { passageOf, type Passage } from './passage.ts';
import type { Piece } from './piece.ts';
import type { ChangedFile, ReadFile, Work } from './work.ts';

/** The weights of files that were changed, only read, or looked up again after earlier compactions. */
const CHANGED = 2;
const READ = 1;
const RECALLED = 8;

/** Appended to uncommitted files, in sessions that commit. */
const NOT_COMMITTED = ', not committed';

/**
 * Returns passages on changed files with the added lines, newest first; then on files that were only read, and on
 * temporary files.
 */
export function* filesOf(
  { changed, read, folder, hasCommits }: Work,
  count: CountTokens,
  oftenRecalled: ReadonlySet<string> = new Set(),
): Steps<readonly Passage[]> {
  const root = rootOf(
    [...changed, ...read].map(({ path }) => path),
    folder,
  );
  const named = (path: string): string => (path.startsWith(root) ? path.slice(root.length) : path);
  const weightOf = (path: string, weight: number): number => (oftenRecalled.has(path) ? RECALLED : weight);
  const toldChange = (file: ChangedFile): Passage => {
    const ids = [...new Set(file.changes.flatMap((change) => change.ids))];
    const head = { id: file.changes.at(-1)?.ids.at(-1) ?? '', ids, weight: weightOf(file.path, CHANGED) };
    const state = hasCommits && !file.isCommitted && isWithin(root, file.path) ? NOT_COMMITTED : '';
    return passageOf(head, changedText(file, named, state), count, rankOfLine);
  };
  const toldReading = (file: ReadFile): Passage => {
    const head = { id: file.ids.at(-1) ?? '', ids: file.ids, weight: weightOf(file.path, READ) };
    return passageOf(head, readText(file, named(file.path)), count);
  };
  const newest = changed.toReversed();
  const standing = newest.filter((file) => !cameAndWent(file));
  return [
    ...(yield* mapInSteps(standing, toldChange, lengthOf)),
    ...(yield* mapInSteps(read.toReversed(), toldReading)),
    ...(yield* mapInSteps(newest.filter(cameAndWent), toldChange, lengthOf)),
  ];
}

function lengthOf({ changes }: ChangedFile): number {
  return changes.reduce((sum, { change: { before, after } }) => sum + before.length + after.length, 0);
}

/**
 * Matches the lines of a file that rank first: comments and headings. After them come openings of blocks, other lines,
 * and imports.
 */
const REMARK = /^\s*(?:\/\/+|\/?\*+|#+|--+|<!--|;+|"{3}|'{3}|- \[)\s*[^\s#*/-]/u;
const TAKEN_IN = /^\s*(?:import|package|use|using|from|require|#include)\b|\brequire\(/u;
const OPENING = /[{:([]\s*$|=>\s*$/u;

/** Returns the rank of a line; the line that names the file comes before all. */
function rankOfLine({ text, place }: Piece): number {
  if (place === 0) return 0;
  if (TAKEN_IN.test(text)) return 4;
  if (REMARK.test(text)) return 1;
  return OPENING.test(text) ? 2 : 3;
}

/** Returns whether a file was created only for a while. */
function cameAndWent({ changes, isNew }: ChangedFile): boolean {
  return isNew && changes.at(-1)?.change.operation === 'delete';
}

function isWithin(folder: string, path: string): boolean {
  return isAbsolute(path) ? folder !== '' && path.startsWith(folder) : !/^(?:~|\.\.)/u.test(path);
}

function changedText({ path, changes }: ChangedFile, named: (path: string) => string, state: string): string {
  const made = changes.map(({ change }) => change);
  const from = made.find((change) => change.from !== undefined)?.from;
  const moved = from === undefined || from === path ? [] : [`moved from ${named(from)}`];
  const operations = operationsOf(made.filter((change) => !isMoveAlone(change)));
  const head = `${named(path)} ${[...moved, ...operations].join(', ')}${state}`;
  return [head, ...standingLines(made)].join('\n');
}

/**
 * Returns the texts added to a file, newest first. Omits texts that were replaced, removed or listed since, and those
 * from before the file was written as a whole.
 */
function standingLines(changes: readonly FileChange[]): readonly string[] {
  const since = changes.findLastIndex(({ operation }) => operation !== 'edit');
  const gone = new Set<string>();
  return changes
    .slice(Math.max(0, since))
    .toReversed()
    .flatMap(({ before, after }) => {
      const [old, now] = [keysOf(before), keysOf(after)];
      const isNew = (key: string): boolean => TELLING.test(key) && !old.has(key) && !gone.has(key);
      const told = after.split('\n').filter((line) => isNew(line.trim()));
      for (const key of [...old, ...now]) if (old.has(key) !== now.has(key)) gone.add(key);
      return told;
    });
}

const TELLING = /[\p{L}\d]{2}/u;

/** Returns lines without indentation. */
function keysOf(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').map((line) => line.trim()));
}

function operationsOf(made: readonly FileChange[]): readonly string[] {
  const operations = made.map(({ operation }) => operation);
  if (operations.at(-1) === 'delete') return ['deleted'];
  const edits = operations.filter((operation) => operation === 'edit').length;
  const written = operations.includes('write') ? 'written' : '';
  const edited = edits > 1 ? `edited ${String(edits)} times` : edits === 1 ? 'edited' : '';
  return [written, edited].filter(Boolean);
}

function readText({ ranges }: ReadFile, path: string): string {
  const last = ranges.at(-1);
  return `${path} read${last === undefined ? '' : `, lines ${String(last[0])}-${String(last[1])}`}`;
}

/**
 * Returns the folder whose omission shortens the paths most: the common folder of all files, or the folder where
 * commands begin.
 */
function rootOf(paths: readonly string[], folder: string | undefined): string {
  const saved = (root: string): number => paths.filter((path) => path.startsWith(root)).length * root.length;
  const common = commonFolder(paths);
  const own = folder === undefined ? '' : `${folder}/`;
  return saved(own) > saved(common) ? own : common;
}
