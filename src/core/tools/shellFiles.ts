import { baseName } from '../text/names.ts';
import type { FileChange } from './fileChange.ts';
import { editedInPlace } from './editedInPlace.ts';
import { effectiveCommands, type Heredoc, type ShellScript } from './shellScript.ts';
import { commandWithArguments, FILE, wordsIn } from './shellWords.ts';

/**
 * Matches deletions up to an operator or comment outside quotes. Does not match `git rm --cached`, which deletes no
 * file.
 */
const DELETION = commandWithArguments(String.raw`(?:git\s+)?rm\s+(?!.*--cached)(?:-[\w-]+\s+)*`);
/** Matches `mv` and `git mv` of names without shell expansions. The last name is the target. A comment may follow. */
const MOVING =
  /^(?:git\s+)?mv\s+(?!(?:.*\s)?(?:-\w*t|--target))(?:-[\w-]+\s+)*([^*?[\]{}$`;|&<>()#]+)(?:\s#.*)?$/u;
/** Matches a command that prints one file unchanged: `cat FILE`, `sed -n 1,80p FILE`, `head -50 FILE`. */
const READING =
  /^(?:cat|bat|head|tail|nl|less|sed\s+-n)\s+(?:(?:-{1,2}\w+|\+?\d+|'?(\d+),(\d+)p'?)\s+)*([\w@./~-]+\.\w+)$/u;
/** Matches a command of PowerShell that prints one file unchanged: `Get-Content -Raw 'FILE'`. */
const READING_IN_POWERSHELL =
  /^(?:Get-Content|gc)\s+(?:-(?:Raw|LiteralPath|Path|Encoding\s+\w+)\s+)*(?:'([^']+)'|"([^"$`]+)"|([^\s'"$`|;*?]+\.\w+))(?:\s+-(?:Raw|Encoding\s+\w+))*$/iu;
/** Matches `cat > FILE` and `tee FILE` with a heredoc. */
const WRITING = /^(?:cat\s*(>>?)|tee(?:\s+(-a))?)\s*["']?([\w@./~-]+)["']?$/u;

/**
 * Returns the files that a script writes, edits, moves or deletes, in the order of its commands. `commands` may lack
 * the command of a heredoc, e.g. because the end of a long script is not parsed. The file of such a heredoc comes last.
 */
export function changedByScript({ commands, heredocs }: ShellScript): readonly FileChange[] {
  const known = new Set(commands);
  const placed = heredocs.filter(({ command }) => known.has(command));
  const used = new Set<Heredoc>();
  const changes = commands.flatMap((command) => {
    // Both lists are in the script's order, so only the first unused heredoc can belong to this command.
    const next = placed[used.size];
    const heredoc = next?.command === command ? next : undefined;
    if (heredoc !== undefined) used.add(heredoc);
    return [
      ...(heredoc === undefined ? [] : writtenFile(heredoc)),
      ...editedFiles(command),
      ...movedFiles(command),
      ...deletedFiles(command),
    ];
  });
  return [...changes, ...heredocs.filter((heredoc) => !used.has(heredoc)).flatMap(writtenFile)];
}

/**
 * Returns the changes of a script, except changes to files that the last command changes, since a failed script may
 * have stopped at that command.
 */
export function changedBeforeLast(
  script: ShellScript,
  changes: readonly FileChange[],
): readonly FileChange[] {
  const [last, ...earlier] = effectiveCommands(script).toReversed();
  if (last === undefined || earlier.length === 0) return [];
  const heredocs = script.heredocs.filter(({ command }) => command === last);
  const ofLast = new Set(changedByScript({ commands: [last], heredocs }).map(({ path }) => path));
  return changes.filter(({ path }) => !ofLast.has(path));
}

export interface ShownFile {
  readonly path: string;
  readonly range?: readonly [number, number];
}

/** Returns the one file that a script prints unchanged. */
export function shownByScript(script: ShellScript): ShownFile | undefined {
  const [only, ...others] = effectiveCommands(script);
  if (only === undefined || others.length > 0) return undefined;
  const [, from, to, path = READING_IN_POWERSHELL.exec(only)?.slice(1).find(Boolean)] =
    READING.exec(only) ?? [];
  if (path === undefined) return undefined;
  const [first, last] = [Number(from), Number(to)];
  return { path, ...(last > first ? { range: [first, last] as const } : {}) };
}

function writtenFile({ command, text }: Heredoc): readonly FileChange[] {
  const [, into, append, path] = WRITING.exec(command) ?? [];
  if (path === undefined) return [];
  const isAdded = into === '>>' || append !== undefined;
  return [{ path, operation: isAdded ? 'edit' : 'write', before: '', after: text }];
}

/** Returns the files that a command edits in place. The command does not show the lines that it changes. */
function editedFiles(command: string): readonly FileChange[] {
  return editedInPlace(command).map((path) => ({ path, operation: 'edit', before: '', after: '' }));
}

/**
 * Returns the moves of a command. The target is a folder if several files are moved, if it ends with a slash, or if it
 * is `.` or `..`. It also counts as a folder if the moved file has an extension and the target has none.
 */
function movedFiles(command: string): readonly FileChange[] {
  const words = wordsIn(MOVING.exec(command)?.[1]);
  const [target = '', ...sources] = words.map((word) => word.replace(/\/+$/u, '')).toReversed();
  const isFolder = sources.length > 1 || words.at(-1) !== target || /^\.{1,2}$/u.test(target);
  const movedTo = (from: string): string => {
    const name = baseName(from);
    const isMovedInto = isFolder || (name.includes('.', 1) && !baseName(target).includes('.'));
    if (!isMovedInto) return target;
    return target === '.' ? name : `${target}/${name}`;
  };
  return sources
    .toReversed()
    .map((from) => ({ path: movedTo(from), from, operation: 'edit', before: '', after: '' }));
}

function deletedFiles(command: string): readonly FileChange[] {
  const deleted = wordsIn(DELETION.exec(command)?.[1]);
  return deleted.flatMap((path) =>
    FILE.test(path) ? [{ path, operation: 'delete', before: '', after: '' }] : [],
  );
}
