import type { Action } from './approval.ts';
import type { CommandPart } from './commandParts.ts';
import { commandReadings } from './commandReadings.ts';
import { placeOf, type Root } from './places.ts';
import { NAMES_PACKAGES, type RuleVerb } from './ruleWords.ts';

export interface RuledAction {
  readonly action: Action;
  /** The commands that the action runs. */
  readonly parts: readonly CommandPart[];
  readonly roots: readonly Root[];
}

/** What happens to a file or folder. */
export interface Change {
  readonly place: string;
  readonly how: Exclude<RuleVerb, 'run'>;
  /** For a folder: whether everything in the folder changes. */
  readonly isWhole: boolean;
}

/** An action, prepared for the comparison with rules. */
export interface ComparedAction {
  readonly changes: readonly Change[];
  /** Each command as a line, in every form in which a rule may name the command (`commandReadings`). */
  readonly commands: readonly string[];
  /** The inner commands that the commands may run, as lines: `git push` for `npx git push`. */
  readonly innerCommands: readonly string[];
  /** The arguments of the commands, resolved as paths. */
  readonly argumentPlaces: readonly string[];
  /** The packages that the commands name, and the modules that an edit imports. */
  readonly packages: readonly string[];
}

export function comparedAction({ action, parts, roots }: RuledAction): ComparedAction {
  const read = parts.map((part) => ({ part, ...commandReadings(part) }));
  const commands = read.flatMap(({ own }) => own);
  const innerCommands = read.flatMap(({ inner }) => inner);
  return {
    changes: [
      ...changesByTool(action),
      ...read.flatMap(({ part, own, inner }) => changesByCommand(part, [...own, ...inner], roots)),
    ],
    commands,
    innerCommands,
    argumentPlaces: parts.flatMap((part) => placesOf(part, part.words.slice(1), roots)),
    packages: [...[...commands, ...innerCommands].flatMap(packagesOf), ...importsOf(action.added ?? '')],
  };
}

function changesByTool({ kind, paths }: Action): readonly Change[] {
  const how = kind === 'delete' || kind === 'rename' ? kind : 'change';
  return paths.map((place) => ({ place, how, isWhole: false }));
}

const DELETES =
  /^(?:rm|rmdir|unlink|shred|trash|rimraf|del|erase|rd|ri|remove-item|git rm|git clean|find)(?= |$)/;
/** Matches a `find` that selects only some of the files in a folder, such as `find . -name '*.pyc' -delete`. */
const SELECTS = /^find .*-i?(?:name|path|regex)\b/;
const MOVES = /^(?:mv|move|ren|rename|move-item|mi|rename-item|rni|git mv)(?= |$)/;
/** Matches the option that names the target of a move. */
const NAMES_TARGET = /^(?:-[a-zA-Z]*t|--target-directory)/;
/**
 * Matches commands that change the contents of a folder if one of their arguments is the folder. Commands that delete
 * or move a folder are in `DELETES` and `MOVES`.
 */
const CHANGES_INSIDE =
  /^(?:git (?:restore|checkout|reset|stash|switch)|rsync|chmod|chown|chgrp|prettier|eslint|stylelint|biome|gofmt|goimports|ruff|rubocop)(?= |$)/;

/** Returns the changes that a command makes to paths. `lines` are all readings of the command (`commandReadings`). */
function changesByCommand(
  part: CommandPart,
  lines: readonly string[],
  roots: readonly Root[],
): readonly Change[] {
  const isMatch = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  const how = isMatch(DELETES) ? 'delete' : isMatch(MOVES) ? 'rename' : 'change';
  const isWhole = (how !== 'change' && !isMatch(SELECTS)) || isMatch(CHANGES_INSIDE);
  // The last path of a move is the target, unless the target is given first (`mv -t out a`).
  const isTargetLast = how === 'rename' && !part.words.some(({ value = '' }) => NAMES_TARGET.test(value));
  return part.touches.flatMap((word, index, { length }) => {
    const isTarget = isTargetLast && index > 0 && index === length - 1;
    return placesOf(part, [word], roots).map((place) => ({ place, how, isWhole: isWhole && !isTarget }));
  });
}

/** Resolves words of a command as paths, in each folder in which the command may run. */
function placesOf(
  { folder = '', otherFolders }: CommandPart,
  words: CommandPart['words'],
  roots: readonly Root[],
): readonly string[] {
  return words.flatMap(({ value, text }) =>
    [folder, ...otherFolders].map((from) => placeOf(value ?? text, from, roots)),
  );
}

/** Returns the packages that a command names, without their versions. */
function packagesOf(line: string): readonly string[] {
  if (!NAMES_PACKAGES.test(line)) return [];
  const names = line.split(' ').slice(2);
  // A version is `@2` in most package managers, and `==2`, `>=2`, `~=2` or `[extra]==2` in Python's.
  const version = /(?<=.)(?:@[^@/]*|[[<>=!~;].*)$/s;
  return names.filter((word) => !word.startsWith('-')).map((word) => word.replace(version, ''));
}

/**
 * Match an import in JavaScript. The first pattern matches `from 'x'` and `import 'x'`. The second pattern matches
 * `import('x')`, `require('x')` and `require.resolve('x')`, also with backticks as quotes.
 */
const IMPORTS = [
  /\b(?:from|import)\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"]([^'"`]+)['"]/g,
  /\b(?:import|require(?:\.\w+)?)\s*\(\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?['"`]([^'"`]+)['"`]/g,
];

/** The maximum number of characters that are searched for imports. A longer text is probably data, not code. */
const MOST_READ = 1_000_000;

/** Returns the modules that the lines import. */
function importsOf(lines: string): readonly string[] {
  const added = lines.slice(0, MOST_READ);
  return IMPORTS.flatMap((pattern) => [...added.matchAll(pattern)]).map(([, name = '']) => name);
}
