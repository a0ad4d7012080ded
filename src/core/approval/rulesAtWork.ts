import type { Rule } from '../record/rules.ts';
import { comparedAction, type ComparedAction, type RuledAction } from './comparedAction.ts';
import { clausesOf, type Clause } from './ruleClauses.ts';
import { containsPath, isWholeWorkspace, matchesPath } from './rulePaths.ts';
import { NAMED_COMMANDS, NAMES_PACKAGES, SUBCOMMAND, type RuleVerb } from './ruleWords.ts';
import { READERS } from './touched.ts';

/** A rule that concerns an action. */
export interface TouchedRule extends Pick<Rule, 'id' | 'text'> {
  /** Whether the rule forbids the action or tells the model to ask first. If so, the person is asked in every mode. */
  readonly isForbidding: boolean;
}

/** Returns the rules about a file, folder, command or package that an action touches. Forbidding rules come first. */
export function rulesAtWork(rules: readonly Rule[], ruled: RuledAction): readonly TouchedRule[] {
  const action = comparedAction(ruled);
  const touched = rules.flatMap(({ id, text }) => {
    const about = clausesOf(text).filter((clause) => isAbout(clause, action));
    return about.length === 0
      ? []
      : [{ id, text, isForbidding: about.some(({ isForbidding }) => isForbidding) }];
  });
  return touched.toSorted((a, b) => Number(b.isForbidding) - Number(a.isForbidding));
}

/**
 * Returns whether a clause is about the action. A clause such as “Only change src/auth/” is about changes of other
 * files. Any other clause must name something that the action touches: a file, a kind of files, a command, an option or
 * a package. A clause such as “Never delete files” is about all files.
 */
function isAbout(clause: Clause, action: ComparedAction): boolean {
  if (clause.isOnly) return changesAnotherFile(clause, action);
  return (
    namesPath(clause, action) ||
    namesFileClass(clause, action) ||
    namesCommandByVerb(clause, action) ||
    namesCommand(clause, action) ||
    namesOption(clause, action) ||
    namesPackage(clause, action) ||
    isAboutAnyFile(clause, action)
  );
}

/** Returns whether the action changes a file that a rule such as “Only change src/auth/” does not name. */
function changesAnotherFile({ names, classes }: Clause, { changes }: ComparedAction): boolean {
  if (names.length + classes.length === 0) return false;
  return changes.some(
    ({ place }) =>
      !names.some((name) => matchesPath(name, place)) && !classes.some(({ path }) => path.test(place)),
  );
}

/**
 * Returns whether the action changes a file or folder that the clause names. If the clause is not only about changes,
 * also returns true for a command whose program or argument is this file.
 */
function namesPath({ names, verb }: Clause, action: ComparedAction): boolean {
  const changes = action.changes.filter(({ how }) => coversChange(verb, how));
  const isChanged = (name: string): boolean =>
    changes.some(({ place, isWhole }) => matchesPath(name, place) || (isWhole && containsPath(place, name)));
  const isInCommand = (name: string): boolean =>
    action.argumentPlaces.some((place) => matchesPath(name, place)) ||
    action.commands.some((line) => matchesPath(name, programIn(line).replace(/^\.\//, '')));
  const isOnlyAboutChanges = verb !== undefined && verb !== 'run';
  return names.some((name) => isChanged(name) || (!isOnlyAboutChanges && isInCommand(name)));
}

/**
 * Returns whether the action changes files that the clause names by a noun. If the clause is about running, returns
 * whether a command runs such files.
 */
function namesFileClass({ classes, verb }: Clause, { changes, commands }: ComparedAction): boolean {
  if (verb === 'run') {
    const running = commands.filter(mayRunFiles);
    return classes.some(({ run }) => run !== undefined && running.some((line) => run.test(line)));
  }
  const covered = changes.filter(({ how }) => coversChange(verb, how));
  return classes.some(({ path, isRemade }) =>
    covered.some(
      ({ place, isWhole }) =>
        path.test(place) ||
        (isWhole && (isWholeWorkspace(place) || (isRemade !== true && path.test(`${place}/`)))),
    ),
  );
}

function mayRunFiles(line: string): boolean {
  return !NAMES_PACKAGES.test(line) && !READERS.has(programIn(line));
}

function programIn(line: string): string {
  return line.split(' ', 1)[0] ?? '';
}

/** Returns whether a clause with this verb covers a change. With `change` or without a verb, it covers all changes. */
function coversChange(verb: RuleVerb | undefined, how: RuleVerb): boolean {
  return verb === undefined || verb === 'change' || verb === how;
}

/** Returns whether a clause names a command by a verb. If it also names options, the command must have one of them. */
function namesCommandByVerb({ text, words }: Clause, { commands, innerCommands }: ComparedAction): boolean {
  const named = NAMED_COMMANDS.find(({ verb }) => verb.test(text));
  if (named === undefined) return false;
  const options = words.filter((word) => LONG_OPTION.test(word));
  return [...commands, ...innerCommands].some(
    (line) =>
      named.command.test(line) && (options.length === 0 || options.some((option) => hasOption(line, option))),
  );
}

/**
 * Returns whether the clause names a command by its program. For an inner command, the clause must also name a
 * subcommand or an option.
 */
function namesCommand({ words }: Clause, { commands, innerCommands }: ComparedAction): boolean {
  return (
    commands.some((line) => containsCommand(words, line, 0)) ||
    innerCommands.some((line) => containsCommand(words, line, 1))
  );
}

/** Matches the names of programs that are also ordinary words in rules. */
const ORDINARY_WORD =
  /^(?:test|make|cd|find|time|node|go|sort|cat|head|echo|kill|at|env|touch|install|move|copy|patch|split|watch|script)$/;

/**
 * Returns whether the words of a rule name a command. The words must contain the command's program, followed by at
 * least `fewest` subcommands and options. The command must have all these subcommands and options.
 */
function containsCommand(words: readonly string[], line: string, fewest: number): boolean {
  const [program = '', ...given] = line.split(' ');
  return words.some((word, at) => {
    if (word !== program || ORDINARY_WORD.test(word)) return false;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => !SUBCOMMAND.test(next) && !next.startsWith('-'));
    const named = rest.slice(0, end < 0 ? undefined : end);
    return named.length >= fewest && named.every((next) => hasWord(given, next));
  });
}

const SHORT_OPTIONS = /^-[a-zA-Z]+$/;

/** Returns whether a command has a word. Short options may be combined in any way: `-fr` and `-r -f` contain `-rf`. */
function hasWord(given: readonly string[], word: string): boolean {
  if (!SHORT_OPTIONS.test(word)) return given.includes(word);
  const letters = given.filter((each) => SHORT_OPTIONS.test(each)).join('');
  return Array.from(word).every((letter) => letters.includes(letter));
}

const LONG_OPTION = /^--[a-z][\w-]+$/;
/** Matches an option that a rule names without a command: after a word such as “use”, or after a quotation mark. */
const OPTION_ALONE = /(?:[`'"“‘«]|\b(?:use|using|with|pass|add)\s+)(--[a-z][\w-]+)/g;

/** Returns whether a rule is about an option alone, without a command, and one of the commands has that option. */
function namesOption({ text }: Clause, { commands }: ComparedAction): boolean {
  if (NAMED_COMMANDS.some(({ verb }) => verb.test(text))) return false;
  const options = [...text.matchAll(OPTION_ALONE)].map(([, option = '']) => option);
  return options.some((option) => commands.some((line) => hasOption(line, option)));
}

/**
 * Returns whether a command has a long option. For `git commit` and `git push`, the first letter of the option's name
 * also counts: `-n` for `--no-verify`. An exception is `git push -n`, which means `--dry-run`. In other commands, the
 * letter may mean anything, as in `find -name`.
 */
function hasOption(line: string, option: string): boolean {
  const isDryRun = option.startsWith('--n') && /^git push\b/.test(line);
  const hasLetters = !isDryRun && /^git (?:commit|push)\b/.test(line);
  const letter = new RegExp(`^-[a-zA-Z]*${option.charAt(2)}`);
  return line
    .split(' ')
    .some((word) => word === option || word.startsWith(`${option}=`) || (hasLetters && letter.test(word)));
}

/** Matches the package at the beginning of a module's name. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/**
 * Returns whether the clause names a module or the module's package. A clause about files or commands must name the
 * whole module: in “Never commit the config”, the word `config` is not the package of the module `config/env`.
 */
function namesPackage({ text, words, verb }: Clause, { packages }: ComparedAction): boolean {
  if (packages.some((module) => words.includes(module))) return true;
  if (verb !== undefined || NAMED_COMMANDS.some((named) => named.verb.test(text))) return false;
  return packages.some((module) => words.includes(PACKAGE.exec(module)?.[0] ?? ''));
}

const ANY_FILE = /\b(?:files?|anything|everything|dateien|etwas|fichiers?|archivos?)\b/;

/** Returns whether a clause such as “Never delete files” is about all files, and the action deletes or renames one. */
function isAboutAnyFile({ text, verb, names, classes }: Clause, { changes }: ComparedAction): boolean {
  if (names.length + classes.length > 0 || (verb !== 'delete' && verb !== 'rename')) return false;
  return ANY_FILE.test(text) && changes.some(({ how }) => how === verb);
}
