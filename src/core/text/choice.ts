/** A choice by number or letter, with the word before it, if any: `option 3`. */
export interface Choice {
  readonly mark: string;
  readonly word: string | undefined;
}

/**
 * Matches an answer that only names an option: `2`, `b)`, `option 3`. Also matches “not 14”, which is harmless, since
 * no option begins with “not 14”.
 */
const CHOICE = /^[^\p{L}\p{N}]*(?:(\p{L}+) )?(\d{1,2}|[a-z])[^\p{L}\p{N}]*$/iu;
/** The maximum number of characters of an answer that is only a choice. */
const LONGEST_CHOICE = 40;
/** Matches the beginning of an option: `2. …`, `(b) …`, `**Option 3:** …`. */
const OPTION = /^[\s*_(#-]*(?:(\p{L}+) )?(\d{1,2}|[a-z])[.):\]](?=[\s*_]|$)/iu;

/** Returns the choice that an answer makes, or undefined if the answer is not a choice. */
export function choiceIn(answer: string): Choice | undefined {
  const [, word, mark] = answer.length > LONGEST_CHOICE ? [] : (CHOICE.exec(answer) ?? []);
  return mark === undefined ? undefined : { mark: mark.toLowerCase(), word: word?.toLowerCase() };
}

/** Returns whether a line begins the chosen option. */
export function isChosen(line: string, { mark, word }: Choice): boolean {
  const [, called, own] = OPTION.exec(line) ?? [];
  return own?.toLowerCase() === mark && (word === undefined || called?.toLowerCase() === word);
}

/**
 * Returns the lines of the chosen option, up to the next option or paragraph that is not indented deeper. If `offer`
 * contains the option several times, the last of the least indented ones counts. Returns an empty text if `offer` does
 * not contain the option.
 */
export function optionChosen(offer: string, choice: Choice): string {
  const lines = offer.split('\n');
  const named = lines.flatMap((line, index) => (isChosen(line, choice) ? [index] : []));
  const outermost = named.reduce((least, index) => Math.min(least, indentOf(lines[index])), Infinity);
  const first = named.findLast((index) => indentOf(lines[index]) === outermost);
  if (first === undefined) return '';
  const isNext = (line: string, index: number): boolean =>
    index > first &&
    line.trim() !== '' &&
    indentOf(line) <= outermost &&
    (OPTION.test(line) || lines[index - 1]?.trim() === '');
  const next = lines.findIndex(isNext);
  return lines.slice(first, next < 0 ? undefined : next).join('\n');
}

function indentOf(line = ''): number {
  return line.length - line.trimStart().length;
}
