import type { Rule } from '../record/rules.ts';
import { gitSubcommandAt } from '../tools/gitCommand.ts';
import type { Action } from './approval.ts';
import type { CommandPart } from './commandParts.ts';
import { isWithin, placeOf, type Root } from './places.ts';
import {
  CLAUSE_END,
  NAMED_COMMANDS,
  FORBIDS,
  NAMES_PACKAGES,
  NO_BAN,
  PATH_CLASSES,
  SUBCOMMAND,
  VERBS,
  type PathClass,
  type RuleVerb,
} from './ruleWords.ts';

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
  const deed = comparedAction(ruled);
  const touched = rules.flatMap(({ id, text }) => {
    const about = clausesOf(text).filter((clause) => isAbout(clause, deed));
    return about.length === 0
      ? []
      : [{ id, text, isForbidding: about.some(({ isForbidding }) => isForbidding) }];
  });
  return touched.toSorted((a, b) => Number(b.isForbidding) - Number(a.isForbidding));
}

/** An action in the form that rules are compared with. */
interface ComparedAction {
  readonly changed: readonly { readonly place: string; readonly how: 'change' | 'delete' | 'rename' }[];
  /** The command lines, with single spaces between words. */
  readonly commands: readonly string[];
  /** The arguments of the commands, resolved as paths. */
  readonly named: readonly string[];
  readonly packages: readonly string[];
}

const HOW: Readonly<Record<Action['kind'], 'change' | 'delete' | 'rename'>> = {
  ...{ edit: 'change', write: 'change', command: 'change', memory: 'change', foreign: 'change' },
  ...{ delete: 'delete', rename: 'rename' },
};
const DELETES = /^(?:rm|rmdir|unlink|shred|del|erase|rd|git rm|git clean|find)\b/;
const MOVES = /^(?:mv|move|ren|rename|git mv)\b/;

function comparedAction({ action, parts, roots }: RuledAction): ComparedAction {
  const commands = parts.map(lineOf);
  const ofParts = parts.flatMap((part, at) => {
    const line = commands[at] ?? '';
    const how = DELETES.test(line) ? 'delete' : MOVES.test(line) ? 'rename' : 'change';
    return part.touches.map(({ value, text }) => ({
      place: placeOf(value ?? text, part.folder ?? '', roots),
      how,
    })) satisfies ComparedAction['changed'];
  });
  const words = parts.flatMap(({ words: each, folder = '' }) =>
    each.slice(1).map(({ value, text }) => placeOf(value ?? text, folder, roots)),
  );
  return {
    changed: [...action.paths.map((place) => ({ place, how: HOW[action.kind] })), ...ofParts],
    commands,
    named: words,
    packages: [...commands.flatMap(packagesOf), ...importsOf(action.detail ?? '')],
  };
}

/**
 * Returns a command's words, except for arguments with spaces, such as a commit message: a rule is not about these.
 * Puts Git's own options last, so that `git -C dir push` begins with `git push`.
 */
function lineOf({ words }: CommandPart): string {
  const [program = '', ...given] = words.map(({ value, text }) => value ?? text);
  const at = program === 'git' ? gitSubcommandAt(given) : 0;
  return [program, ...given.slice(at), ...given.slice(0, at)].filter((word) => !/\s/.test(word)).join(' ');
}

function packagesOf(line: string): readonly string[] {
  if (!NAMES_PACKAGES.test(line)) return [];
  const names = line.split(' ').slice(2);
  return names.filter((word) => !word.startsWith('-')).map((word) => word.replace(/(?<=.)@[^@/]*$/, ''));
}

/**
 * Match an import in JavaScript: `from 'x'` or `import 'x'`; `import('x')`, `require('x')` or `require.resolve('x')`. Only
 * the latter may have backticks.
 */
const IMPORTS = [
  /\b(?:from|import)\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"]([^'"`]+)['"]/g,
  /\b(?:import|require(?:\.\w+)?)\s*\(\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"`]([^'"`]+)['"`]/g,
];

/** Matches the package in the name of a module. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** Returns the modules that the added lines of a diff import. */
function importsOf(diff: string): readonly string[] {
  const added = (diff.match(/^\+.*$/gm) ?? []).map((line) => line.slice(1)).join('\n');
  return IMPORTS.flatMap((pattern) => [...added.matchAll(pattern)]).map(([, name = '']) => name);
}

interface Clause {
  readonly text: string;
  readonly words: readonly string[];
  readonly isForbidding: boolean;
  /** Whether it forbids everything except what it names. */
  readonly isOnly: boolean;
  readonly verb: RuleVerb | undefined;
  readonly names: readonly string[];
  readonly classes: readonly PathClass[];
}

const cachedClauses = new Map<string, readonly Clause[]>();
/** The size above which the cache is cleared. No session has this many rules. */
const MOST_CACHED = 1_000;

function clausesOf(rule: string): readonly Clause[] {
  const clauses = cachedClauses.get(rule) ?? rule.split(CLAUSE_END).map(clauseOf);
  if (cachedClauses.size > MOST_CACHED) cachedClauses.clear();
  cachedClauses.set(rule, clauses);
  return clauses;
}

function clauseOf(written: string): Clause {
  const text = written.toLowerCase();
  const verb = VERBS.find(([, pattern]) => pattern.test(text))?.[0];
  const isOnly = verb !== 'run' && verb !== undefined && /\b(?:only|nur|seulement|sólo|solo)\b/.test(text);
  const names = written
    .split(/[\s"'`“”‘’«»(),]+/u)
    .map(trimmed)
    .filter(isPathName);
  // `.env files` names a class of files, not one file.
  const classes = PATH_CLASSES.filter(({ noun }) => noun.test(text));
  const isClassName = (name: string): boolean =>
    classes.some(({ noun, path }) => noun.test(`${name} files`) && path.test(name));
  return {
    text,
    words: written
      .split(/[\s"'`“”‘’«»(),]+/u)
      .map(trimmed)
      .filter((word) => word !== ''),
    isForbidding: isOnly || (FORBIDS.test(text) && !NO_BAN.test(text)),
    isOnly,
    verb,
    names: names.filter((name) => !isClassName(name)),
    classes: classes.filter(
      ({ noun }) => !names.some((name) => !isClassName(name) && noun.test(name.toLowerCase())),
    ),
  };
}

function trimmed(word: string): string {
  return word.replace(/[.,;:!?]+$/, '');
}

/** Returns whether the word is a path, a file name with an extension, a dotted name, or a pattern. */
function isPathName(word: string): boolean {
  if (word.includes('://')) return false;
  return /^(?:[\w@~.*-]+\/)+[\w@.*{},-]*$|^\.[a-z][\w.-]+$|^[\w*-][\w.*-]*\.[a-z]\w{0,9}$|^\*\.[\w.]+$/i.test(
    word,
  );
}

function isAbout(clause: Clause, deed: ComparedAction): boolean {
  if (clause.isOnly)
    return clause.names.length + clause.classes.length > 0 && changesAnotherFile(clause, deed);
  return (
    clause.names.some((name) => isNamed(name, clause.verb, deed)) ||
    clause.classes.some((one) => isOfClass(one, clause.verb, deed)) ||
    namesCommandByVerb(clause, deed) ||
    deed.commands.some((line) => namesCommand(clause.words, line)) ||
    deed.packages.some((name) => namesPackage(clause, name)) ||
    isAboutAnyFile(clause, deed)
  );
}

/** Returns whether the action changes a file outside those that a rule such as “Only change src/auth/” names. */
function changesAnotherFile({ names, classes }: Clause, { changed }: ComparedAction): boolean {
  return changed.some(
    ({ place }) =>
      !names.some((name) => matches(name, place)) && !classes.some(({ path }) => path.test(place)),
  );
}

function isNamed(
  name: string,
  verb: RuleVerb | undefined,
  { changed, named, commands }: ComparedAction,
): boolean {
  const isTouched = changed.some(({ place, how }) => coversChange(verb, how) && matches(name, place));
  if (isTouched || verb === 'change' || verb === 'delete' || verb === 'rename') return isTouched;
  return (
    named.some((word) => matches(name, word)) ||
    commands.some((line) => matches(name, line.split(' ', 1)[0]?.replace(/^\.\//, '') ?? ''))
  );
}

function isOfClass({ path, run }: PathClass, verb: RuleVerb | undefined, deed: ComparedAction): boolean {
  if (verb === 'run')
    return run !== undefined && deed.commands.some((line) => run.test(line) && !NAMES_PACKAGES.test(line));
  return deed.changed.some(({ place, how }) => coversChange(verb, how) && path.test(place));
}

function coversChange(verb: RuleVerb | undefined, how: RuleVerb): boolean {
  return verb === undefined || verb === 'change' || verb === how;
}

/** Returns whether a rule names one of the commands by a verb. */
function namesCommandByVerb({ text }: Clause, { commands }: ComparedAction): boolean {
  const named = NAMED_COMMANDS.find(({ verb }) => verb.test(text));
  return named !== undefined && commands.some((line) => named.command.test(line));
}

/**
 * Returns whether a rule names a module or its package. A rule about files or commands may have the first folder of the
 * module's path as a word, as “Never commit the config” has that of `config/env`.
 */
function namesPackage({ text, words, verb }: Clause, module: string): boolean {
  if (words.includes(module)) return true;
  if (verb !== undefined || NAMED_COMMANDS.some((named) => named.verb.test(text))) return false;
  return words.includes(PACKAGE.exec(module)?.[0] ?? '');
}

/** Returns whether a rule names a command: its program and, if the rule has one, its subcommand. */
function namesCommand(words: readonly string[], line: string): boolean {
  const [program = '', ...given] = line.split(' ');
  return words.some((word, at) => {
    if (word !== program || /^(?:test|make|cd|find|time|node|go|sort|cat|head|echo|kill|at|env)$/.test(word))
      return false;
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => !SUBCOMMAND.test(next) && !next.startsWith('-'));
    return rest.slice(0, end < 0 ? undefined : end).every((next) => given.includes(next));
  });
}

const ANY_FILE = /\b(?:files?|anything|everything|dateien|etwas|fichiers?|archivos?)\b/;

/** Returns whether a rule such as “Never delete files” forbids this change for all files. */
function isAboutAnyFile({ text, verb, names, classes }: Clause, { changed }: ComparedAction): boolean {
  if (names.length + classes.length > 0 || (verb !== 'delete' && verb !== 'rename')) return false;
  return ANY_FILE.test(text) && changed.some(({ how }) => how === verb);
}

/** Returns whether a name or pattern in a rule matches a path, one of its folders, or its last names. */
function matches(name: string, place: string): boolean {
  const folder = name.replace(/^\.\//, '').replace(/\/+$/, '');
  if (folder === '') return false;
  if (folder.includes('*')) return globOf(folder).test(place);
  return isWithin(place, folder) || place.endsWith(`/${folder}`) || place.includes(`/${folder}/`);
}

function globOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*/g, (star) => (star.startsWith('**') ? '.*' : '[^/]*'));
  return new RegExp(`(?:^|/)${source}(?:$|/)`);
}
