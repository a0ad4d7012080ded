import { ANY_MARK } from '../log/secretMark.ts';
import type { Rule } from '../record/rules.ts';
import { isSecretFile } from '../tools/secretFiles.ts';
import type { Action } from './approval.ts';
import { partsOf, type CommandPart } from './commandParts.ts';
import { scopesOf, type Scope } from './grant.ts';
import { isHarmless } from './harmless.ts';
import { laterEffectOf } from './laterEffect.ts';
import { isOutside, placeOf, type Root } from './places.ts';
import { rulesAtWork, type TouchedRule } from './rulesAtWork.ts';
import type { ParseShellLine, ShellWord } from './shellLine.ts';
import { GIT_READING, gitCommandOf, PACKAGE_MANAGERS, programOf, READERS } from './touched.ts';

export interface JudgeContext {
  readonly rules: readonly Rule[];
  readonly roots: readonly Root[];
  /** Parses a line in the syntax of the shell that runs the command. */
  readonly parse: ParseShellLine;
}

export interface Judgement {
  /**
   * The reasons to ask the person in every mode, as texts for the person. If there are none, and no rule forbids the
   * action, the mode and the approvals decide.
   */
  readonly reasons: readonly string[];
  /** Whether the action changes a file with secrets. A copy of such a file is kept only if the person agrees. */
  readonly changesSecrets: boolean;
  /** The rules about the action. A rule that forbids the action is also a reason to ask. */
  readonly rules: readonly TouchedRule[];
  /** The parts of the command line, in order. */
  readonly parts: readonly CommandPart[];
  /** The scopes that lasting approvals must cover to allow the action; absent if no lasting approval can do so. */
  readonly scopes?: readonly Scope[];
}

/** Judges an action by its text alone, without looking at files. Pure. */
export function judge(action: Action, { rules, roots, parse }: JudgeContext): Judgement {
  const line = action.command;
  // The mark of a secret contains `#`. Unquoted, the `#` would begin a comment and hide the rest of the line.
  const shellLine = line?.replace(ANY_MARK, '"$SECRET"');
  const judged = shellLine === undefined ? NO_LINE : partsOf(shellLine, action.folder ?? '', parse);
  const parts = judged.kind === 'parts' ? judged.parts : [];
  const touched = rulesAtWork(rules, { action, parts, roots });
  const scopes = judged.kind === 'parts' ? scopesOf(action, parts, roots) : undefined;
  const secretFiles = action.paths.filter(
    (place) => isSecretFile(place) || action.secretPaths?.includes(place) === true,
  );
  const reasons = [
    ...(judged.kind === 'unclear'
      ? [`Longthread can’t split the command into its parts: ${judged.why}.`]
      : []),
    ...action.paths.flatMap((place) => reasonOfPlace(place, 'changes')),
    ...secretFiles.map(
      (place) =>
        `It changes ${place}, a file for secrets. You can undo the change only if you choose “Allow, and keep a copy”.`,
    ),
    ...parts.flatMap((part) => reasonsOfPart(part, roots)),
    ...secretsIn(line ?? '', 'The command'),
    ...secretsIn(action.input ?? '', `The tool “${action.tool}” of another extension`),
    ...(action.kind === 'memory' ? ['Later sessions also get this memory.'] : []),
  ];
  return {
    reasons: [...new Set(reasons)],
    changesSecrets: secretFiles.length > 0,
    rules: touched,
    parts,
    ...(scopes === undefined ? {} : { scopes }),
  };
}

const NO_LINE = { kind: 'parts', parts: [] } as const;

/**
 * Returns the reasons to ask about a changed path. The verb is `may change` if the path is only a word of a command.
 */
function reasonOfPlace(place: string, verb: 'changes' | 'may change'): readonly string[] {
  const later = laterEffectOf(place);
  if (later !== undefined) return [`It ${verb} ${place}, and ${later}.`];
  return isOutside(place) ? [`It ${verb} ${place}, which lies outside the workspace.`] : [];
}

function reasonsOfPart(part: CommandPart, roots: readonly Root[]): readonly string[] {
  const { text, whyAsked, touches, folder, otherFolders, words } = part;
  const reasons = whyAsked === undefined ? [] : [`\`${text}\` needs your approval: ${whyAsked}.`];
  for (const word of touches) {
    const written = writtenPath(word);
    if (written === undefined)
      reasons.push(`\`${text}\` changes files that are known only when the command runs.`);
    else if (folder === undefined && !/^[/~]/.test(written))
      reasons.push(`\`${text}\` changes files in a folder that is known only when the command runs.`);
    else
      for (const from of [folder ?? '', ...otherFolders])
        reasons.push(...reasonOfPlace(placeOf(written, from, roots), 'may change'));
  }
  if (folder !== undefined && !runsHarmlessly(part)) {
    const place = placeOf('.', folder, roots);
    if (isOutside(place)) reasons.push(`\`${text}\` runs in ${place}, which lies outside the workspace.`);
  }
  if (setsUpLaterRun(words)) reasons.push(`\`${text}\` may set up something that runs automatically later.`);
  return [...new Set([...reasons, ...reasonsOfArguments(part, roots)])];
}

function runsHarmlessly(part: CommandPart): boolean {
  const program = programOf(part.words) ?? '';
  if (program === 'git') return GIT_READING.has(gitCommandOf(part.words.slice(1)).rest[0]?.value ?? '');
  return isHarmless(part) || READERS.has(program);
}

/** Returns the path or pattern of a word; undefined if unknown, or if the pattern may match `..` or hidden files. */
function writtenPath({ value, text }: ShellWord): string | undefined {
  if (value !== undefined) return value;
  return /^[\w@%+=:,./*?[\]-]+$/.test(text) && !/(?:^|\/)\.[^/]*[*?[]/.test(text) ? text : undefined;
}

/**
 * Returns the reasons to ask about arguments that are files such as `.bashrc`, because a change of such a file takes
 * effect later (`laterEffectOf`). Returns none if the program only reads.
 */
function reasonsOfArguments(
  { words, folder = '', otherFolders }: CommandPart,
  roots: readonly Root[],
): readonly string[] {
  if (READERS.has(programOf(words) ?? '')) return [];
  // The first argument of a package manager is a subcommand such as `ci`, not a file.
  const first = PACKAGE_MANAGERS.has(programOf(words) ?? '') ? 2 : 1;
  const paths = words
    .slice(first)
    .flatMap(({ value = '' }) => /^(?:--?[\w-]+=)?([^\s]+)$/.exec(value)?.[1] ?? []);
  const places = paths.flatMap((path) => [folder, ...otherFolders].map((from) => placeOf(path, from, roots)));
  return places.flatMap((place) =>
    laterEffectOf(place) === undefined ? [] : reasonOfPlace(place, 'may change'),
  );
}

const STARTS_LATER: ReadonlySet<string> = new Set(
  'crontab at batch systemctl launchctl schtasks update-rc.d'.split(' '),
);

function asWritten({ value, text }: ShellWord): string {
  return value ?? text;
}

/**
 * Returns whether a Git command changes settings. A setting may name a program that Git runs. With an option such as
 * `--get` before the setting's name, the command only reads.
 */
function changesGitSettings([verb, ...rest]: readonly string[]): boolean {
  if (verb === 'maintenance') return true;
  if (verb !== 'config') return false;
  const name = rest.findIndex((word) => !word.startsWith('-'));
  const options = rest.slice(0, name < 0 ? undefined : name);
  if (options.some((word) => /^(?:--get(?:-all|-regexp|-urlmatch|-color|-colorbool)?|--list|-l)$/.test(word)))
    return false;
  return !/^(?:get|list)$/.test(rest[name] ?? '');
}

/** Returns whether a command of npm or a similar program changes the program's settings or a package's scripts. */
function changesNpmSettings(words: readonly ShellWord[]): boolean {
  const given = words.slice(1).map(asWritten);
  const set = given.indexOf('set');
  const before = given.slice(0, Math.max(0, set)).filter((word) => !word.startsWith('-'));
  if (set < 0 || before.length === 0) return set >= 0;
  // npm also accepts the beginning of a name: `npm c set`. A word before `set` may be the value of an option, as in
  // `npm --prefix x set` and `npm config --location user set`.
  const isName = (word: string): boolean => ['config', 'pkg'].some((name) => name.startsWith(word));
  const isAfterOption = before.length === 1 && /^--?\w/.test(given[set - 2] ?? '');
  return isAfterOption || before.slice(-2).some(isName);
}

/** Returns whether a command such as `crontab` or `git config` sets up something that runs automatically later. */
function setsUpLaterRun(words: readonly ShellWord[]): boolean {
  const program = programOf(words) ?? '';
  if (program === 'git') return changesGitSettings(gitCommandOf(words.slice(1)).rest.map(asWritten));
  return STARTS_LATER.has(program) || (/^(?:npm|pnpm|yarn)$/.test(program) && changesNpmSettings(words));
}

function secretsIn(line: string, who: string): readonly string[] {
  const marks = new Set([...line.matchAll(ANY_MARK)].map(([mark]) => mark));
  return [...marks].map(
    (mark) =>
      `${who} gets the real value of ${mark} and may send it elsewhere. The model does not see the value.`,
  );
}
