import { baseName } from '../text/names.ts';
import type { FileChange } from './fileChange.ts';
import { effectiveCommands, type Heredoc, type ShellScript } from './shellScript.ts';

/**
 * Matches deletions up to an operator or comment outside quotes. Does not match `git rm --cached`, which deletes no
 * file.
 */
const DELETION =
  /^(?:git\s+)?rm\s+(?!.*--cached)(?:-[\w-]+\s+)*((?:"[^"]*"|'[^']*'|\\.|(?<!\s)#|[^|&<>()`#"'\\])+)/u;
/** Matches `mv` and `git mv` of names without shell expansions. The last name is the target. A comment may follow. */
const MOVING =
  /^(?:git\s+)?mv\s+(?!(?:.*\s)?(?:-\w*t|--target))(?:-[\w-]+\s+)*([^*?[\]{}$`;|&<>()#]+)(?:\s#.*)?$/u;
/** Matches `sed` and `perl` with arguments, up to an operator or comment outside quotes. */
const STREAM_EDIT = /^(?:sed|perl)\s((?:"[^"]*"|'[^']*'|\\.|(?<!\s)#|[^|&<>()`#"'\\])+)/u;
/** Matches an option with which `sed` or `perl` changes the files: `-i`, `-i.bak`, `-0pi`, `--in-place`. */
const IN_PLACE = /^(?:-[a-zE0-9]*i|--in-place)/u;
/** Matches an option whose value, the next word, is a script or a file with a script: `-e`, `-pe`, `-f`. */
const TAKES_SCRIPT = /^(?:-[a-zA-Z0-9]*[eEf]|--(?:expression|file))$/u;
const WORD = /(?:"[^"]*"|'[^']*'|\\.|[^\s"'])+/gu;
const FILE = /^[\w@./~-]*\.[\w@./~-]*\w$/u;
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

/** Returns the files that `sed -i` or `perl -i` edits. The command does not show the lines that it changes. */
function editedFiles(command: string): readonly FileChange[] {
  const words = wordsIn(STREAM_EDIT.exec(command)?.[1]).filter((word) => word !== '');
  if (!words.some((word) => IN_PLACE.test(word))) return [];
  const names = words.filter((word, at) => !word.startsWith('-') && !TAKES_SCRIPT.test(words[at - 1] ?? ''));
  // Without an option for the script, the first name is the script.
  return (words.some((word) => TAKES_SCRIPT.test(word)) ? names : names.slice(1))
    .filter((path) => FILE.test(path))
    .map((path) => ({ path, operation: 'edit', before: '', after: '' }));
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

/** Returns the words of a part of a command, without quotes. */
function wordsIn(text = ''): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/gu, '$1$2'));
}
