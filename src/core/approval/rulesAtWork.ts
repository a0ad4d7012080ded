import type { Rule } from '../record/rules.ts';
import type { Action } from './approval.ts';
import type { CommandPart } from './commandParts.ts';
import { commandReadings } from './commandReadings.ts';
import { placeOf, type Root } from './places.ts';
import { containsPath, isWholeWorkspace, matchesPath } from './rulePaths.ts';
import { clausesOf, type Clause } from './ruleClauses.ts';
import { READERS } from './touched.ts';
import { NAMED_COMMANDS, NAMES_PACKAGES, SUBCOMMAND, type PathClass, type RuleVerb } from './ruleWords.ts';

/** A rule that an action concerns. */
export interface TouchedRule extends Pick<Rule, 'id' | 'text'> {
  /** Whether the rule forbids the action or demands a question, so that the person is asked in every mode. */
  readonly isForbidding: boolean;
}

export interface RuledAction {
  readonly action: Action;
  readonly parts: readonly CommandPart[];
  readonly roots: readonly Root[];
}

/** Returns the rules about a file, folder, command or package that an action touches, forbidding ones first. */
export function rulesAtWork(rules: readonly Rule[], ruled: RuledAction): readonly TouchedRule[] {
  const compared = comparedAction(ruled);
  const touched = rules.flatMap(({ id, text }) => {
    const about = clausesOf(text).filter((clause) => isAbout(clause, compared));
    return about.length === 0
      ? []
      : [{ id, text, isForbidding: about.some(({ isForbidding }) => isForbidding) }];
  });
  return touched.toSorted((a, b) => Number(b.isForbidding) - Number(a.isForbidding));
}

interface Changed {
  readonly place: string;
  readonly how: 'change' | 'delete' | 'rename';
  /** Whether everything in it changes, if it is a folder. */
  readonly isWhole?: boolean;
}

/** An action in the form that rules are compared with. */
interface ComparedAction {
  readonly changed: readonly Changed[];
  /** Each command as a line, in every form in which a rule may name it (`commandReadings`). */
  readonly commands: readonly string[];
  /** The commands that these may run, as lines: `git push` for `npx git push`. */
  readonly inner: readonly string[];
  /** The arguments of the commands, resolved as paths. */
  readonly named: readonly string[];
  readonly packages: readonly string[];
}

const HOW: Readonly<Record<Action['kind'], 'change' | 'delete' | 'rename'>> = {
  ...{ edit: 'change', write: 'change', command: 'change', memory: 'change', foreign: 'change' },
  ...{ delete: 'delete', rename: 'rename' },
};
const DELETES =
  /^(?:rm|rmdir|unlink|shred|trash|rimraf|del|erase|rd|ri|remove-item|git rm|git clean|find)(?= |$)/;
/** Matches a search that takes only some of the files in its folder, such as `find . -name '*.pyc' -delete`. */
const SELECTS = /^find .*-i?(?:name|path|regex)\b/;
const MOVES = /^(?:mv|move|ren|rename|move-item|mi|rename-item|rni|git mv)(?= |$)/;
/** Matches other commands that change what is in a folder that they name. */
const CHANGES_INSIDE =
  /^(?:git (?:restore|checkout)|rsync|chmod|chown|chgrp|prettier|eslint|stylelint|biome|gofmt|goimports|ruff|rubocop)(?= |$)/;

function comparedAction({ action, parts, roots }: RuledAction): ComparedAction {
  const readings = parts.map(commandReadings);
  const ofParts = parts.flatMap((part, at) => {
    const { own = [], inner = [] } = readings[at] ?? {};
    const isMatch = (pattern: RegExp): boolean => [...own, ...inner].some((line) => pattern.test(line));
    const how = isMatch(DELETES) ? 'delete' : isMatch(MOVES) ? 'rename' : 'change';
    const isWhole = (how !== 'change' && !isMatch(SELECTS)) || isMatch(CHANGES_INSIDE);
    return part.touches.map(({ value, text }, index): Changed => {
      // The last path of a move is where the others go.
      const isTarget = how === 'rename' && index > 0 && index === part.touches.length - 1;
      return { place: placeOf(value ?? text, part.folder ?? '', roots), how, isWhole: isWhole && !isTarget };
    });
  });
  const words = parts.flatMap(({ words: each, folder = '' }) =>
    each.slice(1).map(({ value, text }) => placeOf(value ?? text, folder, roots)),
  );
  const commands = readings.flatMap(({ own }) => own);
  const inner = readings.flatMap((each) => each.inner);
  return {
    changed: [...action.paths.map((place) => ({ place, how: HOW[action.kind] })), ...ofParts],
    ...{ commands, inner },
    named: words,
    packages: [...[...commands, ...inner].flatMap(packagesOf), ...importsOf(action.added ?? '')],
  };
}

function packagesOf(line: string): readonly string[] {
  if (!NAMES_PACKAGES.test(line)) return [];
  const names = line.split(' ').slice(2);
  return names.filter((word) => !word.startsWith('-')).map((word) => word.replace(/(?<=.)@[^@/]*$/, ''));
}

/**
 * Match an import in JavaScript: first `from 'x'` or `import 'x'`, then `import('x')`, `require('x')` or
 * `require.resolve('x')`, which may also have backticks.
 */
const IMPORTS = [
  /\b(?:from|import)\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"]([^'"`]+)['"]/g,
  /\b(?:import|require(?:\.\w+)?)\s*\(\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"`]([^'"`]+)['"`]/g,
];

/** Matches the package in the name of a module. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** The most characters in which imports are looked for; longer texts are data. */
const MOST_READ = 1_000_000;

/** Returns the modules that the lines import. */
function importsOf(lines: string): readonly string[] {
  const added = lines.slice(0, MOST_READ);
  return IMPORTS.flatMap((pattern) => [...added.matchAll(pattern)]).map(([, name = '']) => name);
}

function isAbout(clause: Clause, compared: ComparedAction): boolean {
  if (clause.isOnly)
    return clause.names.length + clause.classes.length > 0 && changesAnotherFile(clause, compared);
  return (
    clause.names.some((name) => isNamed(name, clause.verb, compared)) ||
    clause.classes.some((one) => isOfClass(one, clause.verb, compared)) ||
    namesCommandByVerb(clause, compared) ||
    compared.commands.some((line) => namesCommand(clause.words, line)) ||
    compared.inner.some((line) => namesCommand(clause.words, line, 1)) ||
    namesOption(clause, compared) ||
    compared.packages.some((name) => namesPackage(clause, name)) ||
    isAboutAnyFile(clause, compared)
  );
}

/** Returns whether the action changes a file outside those that a rule such as “Only change src/auth/” names. */
function changesAnotherFile({ names, classes }: Clause, { changed }: ComparedAction): boolean {
  return changed.some(
    ({ place }) =>
      !names.some((name) => matchesPath(name, place)) && !classes.some(({ path }) => path.test(place)),
  );
}

/**
 * Returns whether the action changes the file or folder that a rule names or, unless the rule is only about changes,
 * whether a command has the name as its program or among its arguments.
 */
function isNamed(
  name: string,
  verb: RuleVerb | undefined,
  { changed, named, commands }: ComparedAction,
): boolean {
  const isTouched = changed.some(
    ({ place, how, isWhole }) =>
      coversChange(verb, how) &&
      (matchesPath(name, place) || (isWhole === true && containsPath(place, name))),
  );
  if (isTouched || verb === 'change' || verb === 'delete' || verb === 'rename') return isTouched;
  return (
    named.some((word) => matchesPath(name, word)) ||
    commands.some((line) => matchesPath(name, line.split(' ', 1)[0]?.replace(/^\.\//, '') ?? ''))
  );
}

function isOfClass(
  { path, run, isRemade }: PathClass,
  verb: RuleVerb | undefined,
  compared: ComparedAction,
): boolean {
  if (verb === 'run')
    return run !== undefined && compared.commands.some((line) => run.test(line) && mayRunFiles(line));
  return compared.changed.some(
    ({ place, how, isWhole }) =>
      coversChange(verb, how) &&
      (path.test(place) ||
        (isWhole === true && (isWholeWorkspace(place) || (isRemade !== true && path.test(`${place}/`))))),
  );
}

function mayRunFiles(line: string): boolean {
  return !NAMES_PACKAGES.test(line) && !READERS.has(line.split(' ', 1)[0] ?? '');
}

function coversChange(verb: RuleVerb | undefined, how: RuleVerb): boolean {
  return verb === undefined || verb === 'change' || verb === how;
}

/** Returns whether a rule names one of the commands by a verb; if the rule names options, the command must have one. */
function namesCommandByVerb({ text, words }: Clause, { commands, inner }: ComparedAction): boolean {
  const named = NAMED_COMMANDS.find(({ verb }) => verb.test(text));
  const options = words.filter((word) => LONG_OPTION.test(word));
  const isNamed = (line: string): boolean =>
    named?.command.test(line) === true &&
    (options.length === 0 || options.some((option) => hasOption(line, option)));
  return [...commands, ...inner].some(isNamed);
}

const LONG_OPTION = /^--[a-z][\w-]+$/;
/** Matches an option that a rule names without its command: “Never use --force”, or between quotes. */
const OPTION_ALONE = /(?:[`'"“‘«]|\b(?:use|using|with|pass|add)\s+)(--[a-z][\w-]+)/g;

/** Returns whether a rule is about an option alone, without a command, and one of the commands has that option. */
function namesOption({ text }: Clause, { commands }: ComparedAction): boolean {
  if (NAMED_COMMANDS.some(({ verb }) => verb.test(text))) return false;
  const options = [...text.matchAll(OPTION_ALONE)].map(([, option = '']) => option);
  return options.some((option) => commands.some((line) => hasOption(line, option)));
}

/**
 * Returns whether a command has a long option. In a commit or a push, the letter that its name begins with counts, too:
 * `-n` for `--no-verify`, which is `--dry-run` in a push. Elsewhere the letter may mean anything, as in `find -name`.
 */
function hasOption(line: string, option: string): boolean {
  const isDryRun = option.startsWith('--n') && /^git push\b/.test(line);
  const hasLetters = !isDryRun && /^git (?:commit|push)\b/.test(line);
  const letter = new RegExp(`^-[a-zA-Z]*${option.charAt(2)}`);
  return line
    .split(' ')
    .some((word) => word === option || word.startsWith(`${option}=`) || (hasLetters && letter.test(word)));
}

/**
 * Returns whether a rule names a module or its package. A rule about files or commands must name the whole module: the
 * word `config` in “Never commit the config” is not a package of which `config/env` is a module.
 */
function namesPackage({ text, words, verb }: Clause, module: string): boolean {
  if (words.includes(module)) return true;
  if (verb !== undefined || NAMED_COMMANDS.some((named) => named.verb.test(text))) return false;
  return words.includes(PACKAGE.exec(module)?.[0] ?? '');
}

/** Matches a program whose name is also an ordinary word of rules. */
const ORDINARY_WORD =
  /^(?:test|make|cd|find|time|node|go|sort|cat|head|echo|kill|at|env|touch|install|move|copy|patch|split|watch|script)$/;

/**
 * Returns whether a rule names a command: its program and, if the rule has one, its subcommand. The rule must have at
 * least `fewest` words after the program.
 */
function namesCommand(words: readonly string[], line: string, fewest = 0): boolean {
  const [program = '', ...given] = line.split(' ');
  return words.some((word, at) => {
    if (word !== program || ORDINARY_WORD.test(word)) return false;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => !SUBCOMMAND.test(next) && !next.startsWith('-'));
    const named = rest.slice(0, end < 0 ? undefined : end);
    return named.length >= fewest && named.every((next) => given.includes(next));
  });
}

const ANY_FILE = /\b(?:files?|anything|everything|dateien|etwas|fichiers?|archivos?)\b/;

/** Returns whether a rule such as “Never delete files” forbids this change for all files. */
function isAboutAnyFile({ text, verb, names, classes }: Clause, { changed }: ComparedAction): boolean {
  if (names.length + classes.length > 0 || (verb !== 'delete' && verb !== 'rename')) return false;
  return ANY_FILE.test(text) && changed.some(({ how }) => how === verb);
}
