/**
 * Converts code and prose into search terms. The terms of a text begin with the parts of all its words in order, so
 * that a phrase of parts finds every spelling of a name (`refreshToken`, `refresh_token`, `refresh token`). Dotted
 * numbers and whole names follow, so that the exact spelling ranks higher. CJK text has no word breaks and is split
 * into bigrams.
 */

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー`;
const WORDS = new RegExp(String.raw`[${CJK}]+|(?:(?![${CJK}])[\p{L}\p{M}\p{N}_$])+`, 'gu');
const STARTS_CJK = new RegExp(`^[${CJK}]`, 'u');
const PARTS = /[\p{Lu}\p{Lt}]+(?!\p{Ll})|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;
/** Matches a dotted number only from its first digit. Trying each digit of a long line would take minutes. */
const VERSIONS = /(?<!\p{Nd})\p{Nd}+(?:\.\p{Nd}+)+/gu;
const SIMPLE = /^(?:\p{Ll}+|\p{Nd}+)$/u;

/** A longer word is data, e.g. a line of Base64, and not a name. It becomes a single term that is cut to this size. */
const MAX_WORD_CHARS = 64;

export interface Word {
  /** The word in lower case. For CJK text, the whole run of characters without a break. */
  readonly whole: string;
  /** The camelCase, snake_case and digit parts, or CJK bigrams, in order. Empty for a word of only `_` and `$`. */
  readonly parts: readonly string[];
}

/** Returns the words of a text in order. */
export function wordsOf(text: string): readonly Word[] {
  return (text.normalize('NFC').match(WORDS) ?? []).map(wordOf);
}

/** Returns the index terms of a text: all parts in order, then dotted numbers and the whole compound words. */
export function indexTerms(text: string): readonly string[] {
  const parts: string[] = [];
  const wholes: string[] = versionsOf(text);
  for (const word of wordsOf(text)) {
    parts.push(...word.parts);
    if (isCompound(word)) wholes.push(word.whole);
  }
  return [...parts, ...wholes];
}

/** Returns the dotted numbers in a text, such as versions, IP addresses and section numbers. */
export function versionsOf(text: string): string[] {
  return text.match(VERSIONS) ?? [];
}

/**
 * Returns whether a word is more than its first part, e.g. `fooBar` or `_foo`. Returns false for CJK text, which is
 * found by its bigrams.
 */
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
