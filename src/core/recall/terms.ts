/**
 * Words of code and prose as search terms. A text's terms are the parts of all its words in order, so that a phrase
 * of parts finds every spelling of a name (`refreshToken`, `refresh_token`, `refresh token`), and after them the
 * whole names, so that the exact spelling finds it better. CJK runs have no word breaks and become bigrams.
 */

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const WORDS = new RegExp(String.raw`[${CJK}]+|(?:(?![${CJK}])[\p{L}\p{M}\p{N}_$])+`, 'gu');
const STARTS_CJK = new RegExp(`^[${CJK}]`, 'u');
const PARTS = /[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;
/** Starts only at the beginning of a number: trying each digit of a long line would take minutes. */
const VERSIONS = /(?<!\p{Nd})\p{Nd}+(?:\.\p{Nd}+)+/gu;
const SIMPLE = /^(?:\p{Ll}+|\p{Nd}+)$/u;

/** A longer word is no name but data, e.g. a line of base64: it is one term, cut to this. */
const MAX_WORD_CHARS = 64;

export interface Word {
  /** The word in lower case; of CJK the run itself. */
  readonly whole: string;
  /**
   * The camelCase, snake_case and digit parts, or a run's bigrams, in order; never empty, except for `_` or `$` alone.
   */
  readonly parts: readonly string[];
}

/** Returns the words of a text in order. */
export function wordsOf(text: string): readonly Word[] {
  return (text.normalize('NFC').match(WORDS) ?? []).map(wordOf);
}

/**
 * Returns what an index holds of a text: parts in order, then whole names and dotted numbers that are more than one
 * part.
 */
export function indexTerms(text: string): readonly string[] {
  const parts: string[] = [];
  const wholes: string[] = versionsOf(text);
  for (const word of wordsOf(text)) {
    parts.push(...word.parts);
    if (isCompound(word)) wholes.push(word.whole);
  }
  return [...parts, ...wholes];
}

/** Dotted numbers: versions, addresses, section numbers. */
export function versionsOf(text: string): string[] {
  return text.match(VERSIONS) ?? [];
}

/** Returns whether the whole says more than its parts do. A run of CJK is found by its bigrams alone. */
export function isCompound({ whole, parts }: Word): boolean {
  return parts[0] !== whole && !STARTS_CJK.test(whole);
}

function wordOf(word: string): Word {
  if (SIMPLE.test(word) && word.length <= MAX_WORD_CHARS) return { whole: word, parts: [word] };
  const whole = word.toLowerCase();
  if (STARTS_CJK.test(word)) return { whole, parts: bigramsOf(whole) };
  if (word.length > MAX_WORD_CHARS)
    return { whole: whole.slice(0, MAX_WORD_CHARS), parts: [whole.slice(0, MAX_WORD_CHARS)] };
  return { whole, parts: (word.match(PARTS) ?? []).map((part) => part.toLowerCase()) };
}

function bigramsOf(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
