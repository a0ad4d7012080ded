import type { CountTokens } from '../ports.ts';
import { isMoveAlone, type FileChange } from '../tools/fileChange.ts';
import { commonFolder } from '../tools/commonFolder.ts';
import { beginsWith, isAbsolute } from '../tools/fileNames.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { passageOf, type Passage } from './passage.ts';
import type { Piece } from './piece.ts';
import type { ChangedFile, ReadFile, Work } from './work.ts';

/**
 * The weights of files that were changed, of files that were only read, and of files whose names were looked up after a
 * compaction.
 */
const CHANGED = 2;
const READ = 1;
const RECALLED = 8;

/** The end of the first line of a passage on a file that is not committed, in sessions with commits. */
const NOT_COMMITTED = ', not committed';

/**
 * Returns passages on files: changed files with their added lines, then files that were only read, then files that were
 * created and deleted again. Each of these groups begins with the newest file.
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
  const withoutRoot = (path: string): string => (beginsWith(path, root) ? path.slice(root.length) : path);
  const weightOf = (path: string, weight: number): number => (oftenRecalled.has(path) ? RECALLED : weight);
  const passageOfChange = (file: ChangedFile): Passage => {
    const ids = [...new Set(file.changes.flatMap((change) => change.ids))];
    const head = { id: file.changes.at(-1)?.ids.at(-1) ?? '', ids, weight: weightOf(file.path, CHANGED) };
    const state = hasCommits && !file.isCommitted && isWithin(root, file.path) ? NOT_COMMITTED : '';
    return passageOf(head, changedText(file, withoutRoot, state), count, rankOfLine);
  };
  const passageOfRead = (file: ReadFile): Passage => {
    const head = { id: file.ids.at(-1) ?? '', ids: file.ids, weight: weightOf(file.path, READ) };
    return passageOf(head, readText(file, withoutRoot(file.path)), count);
  };
  const newest = changed.toReversed();
  const lasting = newest.filter((file) => !wasTemporary(file));
  return [
    ...(yield* mapInSteps(lasting, passageOfChange, lengthOf)),
    ...(yield* mapInSteps(read.toReversed(), passageOfRead)),
    ...(yield* mapInSteps(newest.filter(wasTemporary), passageOfChange, lengthOf)),
  ];
}

function lengthOf({ changes }: ChangedFile): number {
  return changes.reduce((sum, { change: { before, after } }) => sum + before.length + after.length, 0);
}

/** Matches comments, headings and items of to-do lists, which say what a file is about. */
const COMMENT = /^\s*(?:\/\/+|\/?\*+|#+|--+|<!--|;+|"{3}|'{3}|- \[)\s*[^\s#*/-]/u;
const IMPORT = /^\s*(?:import|package|use|using|from|require|#include)\b|\brequire\(/u;
const OPENING = /[{:([]\s*$|=>\s*$/u;

/** Returns the rank of a line of a passage. Lower ranks are noted first. The first line (place 0) names the file. */
function rankOfLine({ text, place }: Piece): number {
  if (place === 0) return 0;
  if (IMPORT.test(text)) return 4;
  if (COMMENT.test(text)) return 1;
  return OPENING.test(text) ? 2 : 3;
}

/** Returns whether a file was created and deleted again. */
function wasTemporary({ changes, isNew }: ChangedFile): boolean {
  return isNew && changes.at(-1)?.change.operation === 'delete';
}

/** Returns whether a file is in the folder. Relative paths count as inside, unless they start with `~` or `..`. */
function isWithin(folder: string, path: string): boolean {
  return isAbsolute(path) ? folder !== '' && beginsWith(path, folder) : !/^(?:~|\.\.)/u.test(path);
}

function changedText(
  { path, changes }: ChangedFile,
  withoutRoot: (path: string) => string,
  state: string,
): string {
  const made = changes.map(({ change }) => change);
  const from = made.find((change) => change.from !== undefined)?.from;
  const moved = from === undefined || from === path ? [] : [`moved from ${withoutRoot(from)}`];
  const operations = operationsOf(made.filter((change) => !isMoveAlone(change)));
  const head = `${withoutRoot(path)} ${[...moved, ...operations].join(', ')}${state}`;
  return [head, ...lastingLines(made)].join('\n');
}

/**
 * Returns the lines added to a file, beginning with the lines of the newest change. Omits lines without a word, and
 * lines that a later change removed or added again. Also omits lines that were added before the file was last deleted
 * or written as a whole.
 */
function lastingLines(changes: readonly FileChange[]): readonly string[] {
  const since = changes.findLastIndex(({ operation }) => operation !== 'edit');
  const changedLater = new Set<string>();
  return changes
    .slice(Math.max(0, since))
    .toReversed()
    .flatMap(({ before, after }) => {
      const [old, now] = [trimmedLines(before), trimmedLines(after)];
      const isAdded = (line: string): boolean =>
        HAS_WORD.test(line) && !old.has(line) && !changedLater.has(line);
      const added = after.split('\n').filter((line) => isAdded(line.trim()));
      for (const line of [...old, ...now]) if (old.has(line) !== now.has(line)) changedLater.add(line);
      return added;
    });
}

const HAS_WORD = /[\p{L}\d]{2}/u;

function trimmedLines(text: string): ReadonlySet<string> {
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

/** Returns the folder to leave out of paths: the files' common folder, or the work's folder if that saves more. */
function rootOf(paths: readonly string[], folder: string | undefined): string {
  const saved = (root: string): number => paths.filter((path) => beginsWith(path, root)).length * root.length;
  const common = commonFolder(paths);
  const own = folder === undefined ? '' : `${folder}/`;
  return saved(own) > saved(common) ? own : common;
}
