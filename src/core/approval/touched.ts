import type { ShellWord } from './shellLine.ts';

/** Programs of which every operand is a file that is written, moved or deleted, or is copied from. */
const CHANGING: ReadonlySet<string> = new Set(
  (
    'rm rmdir unlink shred mv cp ln touch mkdir mkfifo mknod tee chmod chown chgrp truncate install rsync dd patch ' +
    'del erase copy move ren rename rd md'
  ).split(' '),
);
export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash']);
/** Programs other than shells that run the files that they are given, or what comes in. */
export const INTERPRETERS =
  /^(?:fish|pwsh|powershell|node|deno|bun|tsx|ts-node|python[\d.]*|pypy\d*|ruby|perl|php|lua|rscript)$/;
/** They run the program of a package. */
const RUNNERS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx']);
const GIT_CHANGING: ReadonlySet<string> = new Set(['rm', 'mv', 'restore', 'clean', 'apply']);
/** These change the files that they name with this option alone. */
const IN_PLACE: ReadonlyMap<string, RegExp> = new Map([
  ['sed', /^(?:-[a-zA-Z]*i|--in-place)/],
  ['gsed', /^(?:-[a-zA-Z]*i|--in-place)/],
  ['perl', /^-[a-zA-Z0-9]*i/],
  ['prettier', /^(?:-w|--write)$/],
  ['sort', /^(?:-o|--output)/],
]);
/** Options whose value is a file that is written. */
const INTO: ReadonlyMap<string, RegExp> = new Map([
  ['curl', /^(?:-o|--output|--output-dir|-D|--dump-header|-c|--cookie-jar)$/],
  ['wget', /^(?:-O|--output-document|-P|--directory-prefix|-o|--output-file)$/],
  ['tar', /^(?:-C|--directory)$/],
  ['unzip', /^-d$/],
  ['find', /^-f(?:print0?|printf|ls)$/],
]);

/** The program of a command by its name alone, without folder and ending. */
export function programOf(words: readonly ShellWord[]): string | undefined {
  const name = words[0]?.value?.replaceAll('\\', '/').split('/').at(-1);
  return name?.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
}

/** The paths that a command by its own words writes, moves or deletes, as far as its program is known for that. */
export function ownTouches(words: readonly ShellWord[]): readonly ShellWord[] {
  const program = programOf(words) ?? '';
  const given = words.slice(1);
  if (RUNNERS.has(program)) return ownTouches(given.slice(firstOperand(given)));
  if (CHANGING.has(program) || isInPlace(program, given)) return operandsOf(given);
  if (program === 'git' && given[0]?.value === 'checkout') return behindDashes(given);
  if (program === 'git' && GIT_CHANGING.has(given[0]?.value ?? '')) return operandsOf(given.slice(1));
  if (program === 'find' && given.some(({ value }) => value === '-delete')) return startsOf(given);
  const into = INTO.get(program);
  return into === undefined ? [] : given.filter((_, at) => into.test(given[at - 1]?.value ?? ''));
}

/** A branch stands before the dashes, files behind them. */
function behindDashes(given: readonly ShellWord[]): readonly ShellWord[] {
  const dashes = given.findIndex(({ value }) => value === '--');
  return dashes < 0 ? [] : given.slice(dashes + 1);
}

function firstOperand(given: readonly ShellWord[]): number {
  const at = given.findIndex(({ value }) => value?.startsWith('-') !== true);
  return at < 0 ? given.length : at;
}

function isInPlace(program: string, given: readonly ShellWord[]): boolean {
  const option = IN_PLACE.get(program);
  return option !== undefined && given.some(({ value }) => option.test(value ?? ''));
}

/** Words that are no options; of `--target=x` and `of=x` what stands behind the sign. */
function operandsOf(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.flatMap((word) => {
    const assigned = /^(?:--[\w-]+|of)=(.+)$/.exec(word.value ?? '')?.[1];
    if (assigned !== undefined) return [{ text: word.text, value: assigned }];
    return word.value?.startsWith('-') === true ? [] : [word];
  });
}

/** Where `find` begins: what stands before its first test. */
function startsOf(given: readonly ShellWord[]): readonly ShellWord[] {
  const end = given.findIndex(({ value }) => /^[-(!]/.test(value ?? ''));
  const starts = given.slice(0, end < 0 ? undefined : end);
  return starts.length === 0 ? [{ text: '.', value: '.' }] : starts;
}
