import { gitSubcommandAt, RESTORES_INDEX } from '../tools/gitCommand.ts';
import type { ShellWord } from './shellLine.ts';

/** Programs that write, move, delete or copy every operand. */
const CHANGING: ReadonlySet<string> = new Set(
  (
    'rm rmdir unlink shred mv cp scp ln touch mkdir mkfifo mknod tee chmod chown chgrp truncate install rsync dd patch ' +
    'zip gzip gunzip bzip2 xz ' +
    'rimraf trash del erase copy xcopy robocopy move ren rename rd md ' +
    // PowerShell's commands and their short names.
    'remove-item ri move-item mi copy-item cpi rename-item rni new-item ni ' +
    'set-content add-content ac clear-content clc out-file tee-object'
  ).split(' '),
);
export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash']);
/** Matches the names of interpreters that run a file or their input, except the shells in `SHELLS`. */
export const INTERPRETERS =
  /^(?:fish|pwsh|powershell|node|deno|bun|tsx|ts-node|python[\d.]*|pypy\d*|ruby|perl|php|lua|rscript)$/;
/** Programs that run a program of a package. */
const RUNNERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'shx']);
export const PACKAGE_MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** Programs that only read the files that their arguments name, except for the files that `ownTouches` returns. */
export const READERS: ReadonlySet<string> = new Set(
  'cat head tail less more bat grep egrep fgrep rg ls tree find fd wc stat file diff cmp cd pushd echo printf test [ git du sort uniq jq yq which type man'.split(
    ' ',
  ),
);
/** Programs that pass on, search or ignore their input, and never run the input as a program. */
const RUNS_NO_INPUT: ReadonlySet<string> = new Set(
  'head tail wc sort uniq tac nl cat grep egrep fgrep rg jq cut tr column fold rev less more diff cmp echo printf'.split(
    ' ',
  ),
);
const GIT_CHANGING: ReadonlySet<string> = new Set('rm mv restore clean apply clone init worktree'.split(' '));
export const GIT_READING: ReadonlySet<string> = new Set(
  'status log diff show rev-parse ls-files ls-tree cat-file blame grep describe shortlog'.split(' '),
);
/** Programs that change files only with an option, each with a pattern that matches the option. */
const IN_PLACE: ReadonlyMap<string, RegExp> = new Map([
  ['sed', /^(?:-[a-zA-Z]*i|--in-place)/],
  ['perl', /^-[a-zA-Z0-9]*i/],
  ['prettier', /^(?:-w|--write)$/],
  ['yq', /^(?:-[a-zA-Z]*i|--inplace)/],
  ['ruby', /^-[a-zA-Z0-9]*i/],
  ['eslint', /^--fix$/],
  ['stylelint', /^--fix$/],
  ['biome', /^--(?:write|fix)$/],
  ['gofmt', /^-w$/],
  ['goimports', /^-w$/],
  ['ruff', /^(?:--fix|format)$/],
  ['rubocop', /^(?:-[aA]|--auto-?correct.*)$/],
  ['clang-format', /^(?:-i|--in-place)$/],
]);
const PRINTS = /^(?:-[a-zA-Z]*[clt]|--(?:stdout|to-stdout|list|test))$/;
/** For each program: the options with which the program changes nothing. */
const ONLY_PRINTS: ReadonlyMap<string, RegExp> = new Map([
  ...['gzip', 'gunzip', 'bzip2', 'xz'].map((program) => [program, PRINTS] as const),
  ['ruff', /^--(?:check|diff)$/],
]);
/** For each program: the options whose value is a file or folder to write. */
const OUTPUT_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['curl', optionPattern('oDc', 'output|output-dir|dump-header|cookie-jar')],
  ['wget', optionPattern('OPo', 'output-document|directory-prefix|output-file')],
  ['tar', optionPattern('C', 'directory')],
  ['tar archive', optionPattern('f', 'file')],
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, optionPattern('C', 'dir|prefix|cwd')] as const),
  ['unzip', optionPattern('d')],
  ['sort', optionPattern('oT', 'output|temporary-directory')],
  ['tree', optionPattern('o')],
  ['less', optionPattern('oO', 'log-file|LOG-FILE')],
  ['git', optionPattern('', 'output|output-directory')],
  ['git archive', optionPattern('o', 'output|output-directory')],
  ['find', /^-f(?:print0?|printf|ls)$/],
]);

/**
 * Returns a pattern for options with one of the letters or long names. A letter may be combined with other letters, and
 * the option's value may follow in the same word.
 */
function optionPattern(letters: string, names = ''): RegExp {
  const short = letters === '' ? [] : [`-[a-zA-Z]*?[${letters}](?<value>.+)?`];
  const long = names === '' ? [] : [`--(?:${names})(?:=(?<named>.+))?`];
  return new RegExp(`^(?:${[...long, ...short].join('|')})$`, 's');
}

/** Matches the `g` before the names of GNU programs on systems that also have other versions: `grm`, `gtimeout`. */
const GNU_PREFIX =
  /^g(?=(?:rm|rmdir|unlink|shred|mv|cp|ln|touch|mkdir|mkfifo|mknod|tee|chmod|chown|chgrp|truncate|install|dd|env|nice|nohup|timeout|stdbuf|xargs|find|tar|sed|sort|uniq)$)/;

/** Returns the program's name in lower case, without folder, `.exe`, `.cmd`, `.bat`, and the `g` of GNU programs. */
export function programOf(words: readonly ShellWord[]): string | undefined {
  const name = words[0]?.value?.replaceAll('\\', '/').split('/').at(-1);
  return name
    ?.replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase()
    .replace(GNU_PREFIX, '');
}

/** Returns the arguments that are paths to write, move or delete; none for a program that this file does not list. */
export function ownTouches(words: readonly ShellWord[]): readonly ShellWord[] {
  const program = programOf(words) ?? '';
  const given = words.slice(1);
  if (RUNNERS.has(program)) return touchedByPackage(given);
  if (PACKAGE_MANAGERS.has(program))
    return [...outputFiles(program, given), ...touchedByManager(program, given)];
  if (given.some(({ value = '' }) => ONLY_PRINTS.get(program)?.test(value))) return [];
  if (isInPlace(program, given)) return operandsOf(withoutScripts(program, given));
  if (CHANGING.has(program)) return operandsOf(given);
  if (program === 'git') return touchedByGit(given);
  if (program === 'find' && given.some(({ value }) => value === '-delete')) return startsOf(given);
  if (program === 'tar') return [...outputFiles(program, given), ...touchedByTar(given)];
  if (program === 'uniq') return operandsOf(given).slice(1);
  return outputFiles(program, given);
}

/** Returns the paths that a program of a package touches. In `given`, options of the runner precede the program. */
function touchedByPackage(given: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = given.findIndex(({ value }) => value === '--');
  const [program, ...rest] = given.slice(dashes < 0 ? firstOperand(given) : dashes + 1);
  if (program?.value === undefined) return [];
  return ownTouches([{ ...program, value: program.value.replace(/(?<=.)@[^/]*$/, '') }, ...rest]);
}

/**
 * Returns the paths touched by a program that a package manager runs. Managers other than npm do not need `exec`:
 * `yarn rimraf x`.
 */
function touchedByManager(manager: string, given: readonly ShellWord[]): readonly ShellWord[] {
  const exec = given.findIndex(({ value = '' }) => /^(?:exec|x|dlx)$/.test(value));
  if (exec >= 0) return touchedByPackage(given.slice(exec + 1));
  const first = given[firstOperand(given)]?.value ?? '';
  return manager === 'npm' || /^(?:install|rm)$/.test(first) ? [] : touchedByPackage(given);
}

/** Matches the letters of `tar` options that take a value. */
const TAR_VALUES = /[bCfFgHIKLNTVX]/;

/** Returns the archive that `tar` writes, and the files that `tar` removes. */
function touchedByTar(given: readonly ShellWord[]): readonly ShellWord[] {
  const [first, ...rest] = given;
  // A first word without a dash consists of options. The next words are the values of these options, in the same order.
  const letters = /^[a-zA-Z]+$/.exec(first?.value ?? '')?.[0] ?? '';
  const values = Array.from(letters).filter((letter) => TAR_VALUES.test(letter)).length;
  const isArchiving = [letters, ...given.map(({ value = '' }) => shortOptions(value))].some((all) =>
    /[cruA]/.test(all),
  );
  const isWriting =
    isArchiving ||
    given.some(({ value = '' }) => /^--(?:create|append|update|delete|(?:con)?catenate)$/.test(value));
  if (!isWriting) return [];
  const removes = given.some(({ value }) => value === '--remove-files');
  return [
    ...rest.slice(0, values),
    ...outputFiles('tar archive', given),
    ...(removes ? operandsOf(rest) : []),
  ];
}

/** Returns the letters of combined short options without the value of the last option: `xzf` for `-xzfa.tgz`. */
function shortOptions(word: string): string {
  const letters = /^-([a-zA-Z]*)/.exec(word)?.[1] ?? '';
  const valued = letters.search(TAR_VALUES);
  return valued < 0 ? letters : letters.slice(0, valued + 1);
}

/**
 * Returns the arguments of `sed`, `perl` or `ruby` without the scripts, which may look like paths: `/foo/d`. Without
 * `-e`, the first operand of `sed` is the script. Also omits empty words: on BSD, `-i` is often followed by one.
 */
function withoutScripts(program: string, given: readonly ShellWord[]): readonly ShellWord[] {
  if (!/^(?:sed|perl|ruby)$/.test(program)) return given;
  const isScript = ({ value = '' }: ShellWord): boolean =>
    /^-[a-zA-Z]*[ef]$|^--(?:expression|file)$/.test(value);
  const isAttached = ({ value = '' }: ShellWord): boolean => /^-e.|^--(?:expression|file)=/s.test(value);
  const hasScript = given.some((word) => isScript(word) || isAttached(word));
  const rest = given.filter((word, at) => {
    const before = given[at - 1];
    return word.value !== '' && !isAttached(word) && (before === undefined || !isScript(before));
  });
  if (hasScript || program !== 'sed') return rest;
  const first = firstOperand(rest);
  return rest.filter((_, at) => at !== first);
}

/** Returns the output files that options name, either in the next word or in the same word as the option. */
function outputFiles(program: string, given: readonly ShellWord[]): readonly ShellWord[] {
  const option = OUTPUT_OPTIONS.get(program);
  if (option === undefined) return [];
  return given.flatMap((word, at) => {
    const found = option.exec(word.value ?? '');
    if (found === null) return [];
    const value = found.groups?.['value'] ?? found.groups?.['named'];
    if (value !== undefined) return [{ text: word.text, value }];
    const next = given[at + 1];
    return next === undefined ? [] : [next];
  });
}

/** Returns whether a program never runs its input. */
export function runsNoInput(words: readonly ShellWord[]): boolean {
  return RUNS_NO_INPUT.has(words[0]?.value ?? '');
}

/** Splits the arguments of Git into Git's own options and the rest, with the subcommand first. */
export function gitCommandOf(given: readonly ShellWord[]): {
  readonly options: readonly ShellWord[];
  readonly rest: readonly ShellWord[];
} {
  const at = gitSubcommandAt(given.map(({ value = '' }) => value));
  return { options: given.slice(0, at), rest: given.slice(at) };
}

/** Returns the paths that Git changes and, unless Git only reads, the folder that an option such as `-C` names. */
function touchedByGit(given: readonly ShellWord[]): readonly ShellWord[] {
  const { options, rest } = gitCommandOf(given);
  const verb = rest[0]?.value ?? '';
  const elsewhere = GIT_READING.has(verb)
    ? []
    : options.flatMap(({ text, value = '' }, at) => {
        const named = /^--(?:git-dir|work-tree)=(.+)$/s.exec(value)?.[1];
        if (named !== undefined) return [{ text, value: named }];
        const next = options[at + 1];
        return /^(?:-C|--git-dir|--work-tree)$/.test(value) && next !== undefined ? [next] : [];
      });
  const files = outputFiles(/^(?:archive|format-patch)$/.test(verb) ? 'git archive' : 'git', rest);
  if (verb === 'checkout' && !changesAllFiles(rest))
    return [...elsewhere, ...files, ...checkedOut(rest.slice(1))];
  const restoresIndex = RESTORES_INDEX.test(lineOf(rest));
  const operands = GIT_CHANGING.has(verb) && !restoresIndex ? operandsOf(rest.slice(1)) : [];
  if (verb === 'clean' && rest.some(({ value = '' }) => /^(?:-[a-z]*n|--dry-run)/.test(value)))
    return elsewhere;
  const isAll = (verb === 'clean' && operands.length === 0) || changesAllFiles(rest);
  const stashed = verb === 'stash' ? afterDashes(rest) : [];
  return [...elsewhere, ...files, ...(isAll ? [EVERYTHING] : [...operands, ...stashed])];
}

const EVERYTHING: ShellWord = { text: '.', value: '.' };
/** Match the subcommands of Git, with their options, that may change all files of the work tree. */
const CHANGES_ALL = [
  /^reset\b.* --(?:hard|merge|keep)(?= |$)/,
  /^(?:checkout|switch)\b.* (?:-[a-zA-Z]*f[a-zA-Z]*|--force|--discard-changes)(?= |$)/,
  // `git stash` alone, or with an option as the next word, means `git stash push`.
  /^stash(?:$| (?:-|push\b|save\b|pop\b|apply\b|branch\b))/,
];

function changesAllFiles(rest: readonly ShellWord[]): boolean {
  if (afterDashes(rest).length > 0) return false;
  return CHANGES_ALL.some((pattern) => pattern.test(lineOf(rest)));
}

function lineOf(words: readonly ShellWord[]): string {
  return words.map(({ text, value = text }) => value).join(' ');
}

/** Returns the words after `--`, which are paths. */
function afterDashes(words: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = words.findIndex(({ value }) => value === '--');
  return dashes < 0 ? [] : words.slice(dashes + 1);
}

/**
 * Returns the files that `git checkout` restores: the words after `--` or after a commit. A single word may be a
 * branch, so the word counts only if it is written as a path such as `./a`.
 */
function checkedOut(given: readonly ShellWord[]): readonly ShellWord[] {
  if (given.some(({ value }) => value === '--')) return afterDashes(given);
  if (given.some(({ value }) => /^-[bBt]$|^--(?:orphan|track)/.test(value ?? ''))) return [];
  const [first, ...others] = operandsOf(given).filter(({ value }) => value !== undefined);
  return [...(/^\.\.?(?:\/|$)/.test(first?.value ?? '') && first !== undefined ? [first] : []), ...others];
}

function firstOperand(given: readonly ShellWord[]): number {
  const at = given.findIndex(({ value }) => value?.startsWith('-') !== true);
  return at < 0 ? given.length : at;
}

function isInPlace(program: string, given: readonly ShellWord[]): boolean {
  const option = IN_PLACE.get(program);
  return option !== undefined && given.some(({ value }) => option.test(value ?? ''));
}

/** Returns the words that are not options, and the values in `--target=x`, `-t/x`, `-rt../x` and `of=x`. */
function operandsOf(words: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = words.findIndex(({ value }) => value === '--');
  return words.flatMap((word, at) => {
    if (dashes >= 0 && at >= dashes) return at === dashes ? [] : [word];
    const assigned = /^(?:(?:--[\w-]+|of)=|-[a-zA-Z]+(?=\/|~|\.\.))(.+)$/s.exec(word.value ?? '')?.[1];
    if (assigned !== undefined) return [{ text: word.text, value: assigned }];
    return word.value?.startsWith('-') === true ? [] : [word];
  });
}

/** Returns the starting points of `find`: the words between the leading options and the first test. */
function startsOf(all: readonly ShellWord[]): readonly ShellWord[] {
  const given = all.slice(all.findIndex(({ value = '' }) => !/^-(?:[HLPEXdsx]+|O\d?)$/.test(value)));
  const end = given.findIndex(({ value }) => /^[-(!]/.test(value ?? ''));
  const starts = given.slice(0, end < 0 ? undefined : end);
  return starts.length === 0 ? [{ text: '.', value: '.' }] : starts;
}
