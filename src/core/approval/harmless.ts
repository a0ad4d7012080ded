import type { CommandPart } from './commandParts.ts';
import { programOf } from './touched.ts';

const DIGITS = /^-?\d+$/;
/**
 * Matches words of tests of files and texts. A shell evaluates operands of `-eq` as arithmetic and may run a `$(…)` in
 * them, quoted or not, so `-eq` does not match.
 */
const TEST_WORD = /^(?:-[abcdefghknprsuwxzGLNOS]|-[no]t|-ef|[^-].*|)$/s;
const NUMBER_TEST = /^-(?:eq|ne|lt|le|gt|ge)$/;
/** Programs that print their words as they are; `%d` counts, `%n` and `-v` set a variable. */
const PRINTED = /^(?!-)(?:[^%]|%-?\d*(?:\.\d+)?[sbqc%])*$/s;
/** Options alone: a file is theirs to read only where nothing comes in. */
const ANY_OPTION = /^(?:-{1,2}[\w-]+|\+?\d+)$/;

/** Commands that change nothing and read nothing but their arguments. */
const WORDS_ALONE: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ...['cd', 'echo', 'true', 'false', ':'].map((name) => [name, () => true] as const),
  ['pwd', each(/^-[LP]$/)],
  ['exit', each(DIGITS)],
  ['sleep', each(/^\d+(?:\.\d+)?[smhd]?$/)],
  ['wait', each(/^%?\d+$/)],
  ['printf', ([format = '']) => PRINTED.test(format)],
  ['test', isPlainTest],
  ['[', isPlainTest],
]);
/** Commands that only pass on their input, as long as they get no file. */
const FILTERS: ReadonlyMap<string, (words: readonly string[]) => boolean> = new Map([
  ...['head', 'tail', 'wc', 'tac', 'nl', 'cat'].map((name) => [name, each(ANY_OPTION)] as const),
  ['uniq', each(/^-[cdiuDz]+$/)],
  // Not `-o` and `-T`, whose files they write.
  ['sort', each(/^(?:-[bdfghMnrRsuVzk\d,.]+|\d+(?:,\d+)?|--(?:reverse|unique|stable|(?:\w+-)?\w+-sort))$/)],
]);
function each(pattern: RegExp): (words: readonly string[]) => boolean {
  return (words) => words.every((word) => pattern.test(word));
}

function isPlainTest(words: readonly string[]): boolean {
  if (!words.some((word) => NUMBER_TEST.test(word))) return words.every((word) => TEST_WORD.test(word));
  return words.every((word) => NUMBER_TEST.test(word) || DIGITS.test(word) || word === ']' || word === '!');
}

/** Returns whether a command is harmless and needs no approval. */
export function isHarmless({ words, settings, key, touches, always }: CommandPart): boolean {
  if (key === undefined || touches.length + settings.length > 0 || always !== undefined) return false;
  const program = programOf(words) ?? '';
  // A path may lead to another program of that name.
  if (words[0]?.value !== program) return false;
  const isPlain = WORDS_ALONE.get(program) ?? FILTERS.get(program);
  return isPlain?.(words.slice(1).map(({ value = '' }) => value)) === true;
}
