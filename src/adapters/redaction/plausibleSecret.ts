import { shareOfWords } from './madeOfWords.ts';
import { isRealKey, isRealValue } from './realValue.ts';

/** Returns whether a value is random enough for a machine's token, with letters and digits mixed: `k3v9xq`. */
export function isTokenLike(value: string): boolean {
  const isMixed = /[a-z]/i.test(value) && /\d/.test(value) && new Set(value).size > 4;
  return isMixed && isRealValue(value) && !isSequence(value);
}

/**
 * Matches a change between digit and letter, or from a small to a capital letter: nearly every second position in
 * random text, every sixth in camelCase names.
 */
const MIXED = /(?<=\d)[A-Za-z]|(?<=[A-Za-z])\d|(?<=[a-z])[A-Z]/g;
/** A key with this share of such changes is random, whatever its words. With half this share, more words may occur. */
const LEAST_MIXED = 0.3;
/**
 * The largest share of a key's characters within words of four letters or more. In names it is half or more, in keys
 * about a tenth.
 */
const MOST_OF_WORDS = 0.45;
/** The same for a key with half of `LEAST_MIXED`, which contains words by chance. */
const MOST_OF_WORDS_BY_CHANCE = 0.65;

/**
 * Returns whether a value is random enough for an issued key: no placeholder, no name made of words, no sequence of
 * ascending characters. `sk-7Hq2xW9fLp4Z` is; `sk-your-key`, `sk-fading-circle` and `sk-12345678` are not.
 */
export function isRandom(value: string): boolean {
  if (!isRealKey(value) || new Set(value).size < 5 || isSequence(value)) return false;
  // SiliconFlow's keys consist of lower-case letters only.
  if (!/[\dA-Z]/.test(value)) return /[a-z]{40}/.test(value) && shareOfWords(value) === 0;
  const mixed = shareOfMixed(value);
  if (mixed >= LEAST_MIXED) return true;
  return shareOfWords(value) < (mixed >= LEAST_MIXED / 2 ? MOST_OF_WORDS_BY_CHANCE : MOST_OF_WORDS);
}

/** Returns the share of a text's positions at which `MIXED` matches. */
function shareOfMixed(text: string): number {
  return (text.match(MIXED)?.length ?? 0) / text.length;
}

/**
 * The number of characters before or after a value that show whether it is within base64, which mixes capitals, digits
 * and small letters far more than a path.
 */
const BESIDE = 41;

/** Returns whether a value is within base64 data, such as an image, which may contain any key's form by chance. */
export function isInBase64(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const after = text.slice(end, end + BESIDE);
  return (/[+/]$/.test(before) && isBase64(before)) || (/^[+/]/.test(after) && isBase64(after));
}

function isBase64(text: string): boolean {
  return text.length === BESIDE && /^[A-Za-z\d+/]+$/.test(text) && shareOfMixed(text) >= LEAST_MIXED / 2;
}

/**
 * The least length of a sequence of ascending characters, as people type for placeholders. Only one random value in
 * millions contains one.
 */
const SHORTEST_SEQUENCE = 6;
const LEAST_OF_SEQUENCES = 0.4;

/**
 * Returns whether at least 40 % of a value's characters are in sequences of ascending characters, as in `sk-12345678`
 * and `abcdefgh`, but not in a long key that begins with a sequence.
 */
export function isSequence(value: string): boolean {
  let length = 1;
  let total = 0;
  for (let at = 1; at <= value.length; at++) {
    if (value.charCodeAt(at) === value.charCodeAt(at - 1) + 1) length++;
    else {
      if (length >= SHORTEST_SEQUENCE) total += length;
      length = 1;
    }
  }
  return total >= LEAST_OF_SEQUENCES * value.length;
}
