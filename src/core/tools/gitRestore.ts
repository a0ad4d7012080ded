import { gitSubcommandAt, RESTORES_INDEX } from './gitCommand.ts';

/** Files that a command sets back to the state that Git has of them. */
export interface Restoration {
  /** The files and folders that the command names, or undefined for the whole repository. */
  readonly paths: readonly string[] | undefined;
  /** The folder to which earlier commands of the script changed; empty if there is no such command. */
  readonly folder: string;
}

const WORDS = /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gu;
const QUOTED = /"([^"]*)"|'([^']*)'/gu;
const VARIABLE = /^\w+=/u;
/** Matches a word at which the arguments of a command end: an operator, a redirection or a comment. */
const END = /^(?:[|&;#]|\d*[<>])/u;
/** Matches options with which `git checkout` switches to a branch, or takes a file from elsewhere or only in part. */
const NO_RESTORE = /^(?:-[bBtdpm]|--(?:orphan|track|detach|patch|merge|ours|theirs|conflict.*))$/u;
/** Matches a stash, from which a command takes changes back. */
const STASH = /^(?:refs\/)?stash(?:@|$)/u;

/** Returns what the commands of a script restore with Git, in order. */
export function restorationsIn(commands: readonly string[]): readonly Restoration[] {
  let folder = '';
  return commands.flatMap((command) => {
    const words = wordsOf(command);
    const [program, ...given] = words.slice(words.findIndex((word) => !VARIABLE.test(word)));
    if (program === 'cd' && given[0] !== undefined) folder = joined(folder, given[0]);
    if (program !== 'git') return [];
    const at = gitSubcommandAt(given);
    const paths = restoredBy(given[at] ?? '', given.slice(at + 1));
    if (paths?.length === 0) return [];
    const other = given.slice(0, at).lastIndexOf('-C');
    return [{ paths, folder: other < 0 ? folder : joined(folder, given[other + 1] ?? '') }];
  });
}

/** Returns a path in a folder, without `.` at its beginning and a slash at its end. */
export function joined(folder: string, path: string): string {
  const plain = path.replace(/^(?:\.[\\/]+)+|^\.$/u, '').replace(/(?<=.)[\\/]+$/u, '');
  if (folder === '' || /^(?:[A-Za-z]:)?[\\/]|^~/u.test(plain)) return plain;
  return plain === '' ? folder : `${folder}/${plain}`;
}

/** Returns the paths that a command of Git restores. Returns undefined if it restores the whole repository. */
function restoredBy(subcommand: string, given: readonly string[]): readonly string[] | undefined {
  if (subcommand === 'reset') return given.includes('--hard') ? undefined : [];
  const isRestore = subcommand === 'restore' && !RESTORES_INDEX.test([subcommand, ...given].join(' '));
  if (!isRestore && (subcommand !== 'checkout' || given.some((word) => NO_RESTORE.test(word)))) return [];
  if (given.some((word) => STASH.test(word.replace(/^--source=|^-s/u, '')))) return [];
  const at = given.indexOf('--');
  return at >= 0 ? given.slice(at + 1) : given.filter((word) => !word.startsWith('-'));
}

/** Returns the words of a command up to its first operator, without quotes. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(WORDS) ?? [];
  const end = words.findIndex((word) => END.test(word));
  return words.slice(0, end < 0 ? undefined : end).map((word) => word.replace(QUOTED, '$1$2'));
}
