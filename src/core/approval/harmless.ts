import type { CommandPart } from './commandParts.ts';
import { programOf } from './touched.ts';

const DIGITS = /^-?\d+$/;
/**
 * Matches the safe words of `test`. `-eq` is not safe: a shell evaluates the operands of `-eq` as arithmetic, and may
 * run a `$(…)` in an operand even if the `$(…)` is quoted.
 */
const TEST_WORD = /^(?:-[abcdefghknprsuwxzGLNOS]|-[no]t|-ef|[^-].*|)$/s;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
/**
 * Matches a `printf` format that only prints. Does not match `%n` and `-v`, which set variables, and `%d`, which
 * evaluates its argument.
 */
const PRINTED = /^(?!-)(?:[^%]|%-?\d*(?:\.\d+)?[sbqc%])*$/s;
/**
 * Matches characters that `echo` or `printf` may print as a control character. In a terminal, control characters can
 * fill the clipboard, hide text, or imitate the reports of the shell.
 */
const STEERS_TERMINAL = /(?![\t\n])\p{Cc}|\\[abefrvxuUE0-9]/u;
/**
 * Matches options and numbers. If all arguments match, a filter reads only its input, or a file whose name is a number
 * (`cat 5`).
 */
const ANY_OPTION = /^(?:-{1,2}[\w-]+|\+?\d+)$/;

/** Commands that change nothing and read only their arguments, each with a check of the arguments. */
const ARGUMENTS_ONLY: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ...['cd', 'true', 'false', ':'].map((name) => [name, () => true] as const),
  ['echo', onlyPrints],
  ['pwd', each(/^-[LP]$/)],
  ['exit', each(DIGITS)],
  ['sleep', each(/^\d+(?:\.\d+)?[smhd]?$/)],
  ['wait', each(/^%?\d+$/)],
  ['printf', (words) => PRINTED.test(words[0] ?? '') && onlyPrints(words)],
  ['test', isPlainTest],
  ['[', isPlainTest],
]);
/** Commands that only transform their input if no argument is a file, each with a check of the arguments. */
const FILTERS: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ...['head', 'tail', 'wc', 'tac', 'nl', 'cat'].map((name) => [name, each(ANY_OPTION)] as const),
  ['uniq', each(/^-[cdiuDz]+$/)],
  // The pattern does not match `-o` and `-T`, because `sort` writes files with these options.
  ['sort', each(/^(?:-[bdfghMnrRsuVzk\d,.]+|\d+(?:,\d+)?|--(?:reverse|unique|stable|(?:\w+-)?\w+-sort))$/)],
]);
function each(pattern: RegExp): (words: readonly string[]) => boolean {
  return (words) => words.every((word) => pattern.test(word));
}

function onlyPrints(words: readonly string[]): boolean {
  return !words.some((word) => STEERS_TERMINAL.test(word));
}

function isPlainTest(words: readonly string[]): boolean {
  if (!words.some((word) => NUMBER_TEST.test(word))) return words.every((word) => TEST_WORD.test(word));
  return words.every((word) => NUMBER_TEST.test(word) || DIGITS.test(word) || word === ']' || word === '!');
}

/** Returns whether a command is harmless and needs no approval. */
export function isHarmless({ words, settings, key, touches, whyAsked }: CommandPart): boolean {
  if (key === undefined || touches.length + settings.length > 0 || whyAsked !== undefined) return false;
  const program = programOf(words) ?? '';
  // A path may lead to a different program with the same name.
  if (words[0]?.value !== program) return false;
  const isPlain = ARGUMENTS_ONLY.get(program) ?? FILTERS.get(program);
  return isPlain?.(words.slice(1).map(({ value = '' }) => value)) === true;
}
