import { shareOfWords } from './madeOfWords.ts';
import { isRealKey, isRealValue } from './realValue.ts';

/** Returns whether a value looks random enough for a generated token and has both letters and digits: `k3v9xq`. */
export function isTokenLike(value: string): boolean {
  const isMixed = /[a-z]/i.test(value) && /\d/.test(value) && new Set(value).size > 4;
  return isMixed && isRealValue(value) && !isSequence(value);
}

/**
 * Matches a change between a digit and a letter, or from a lower-case to a capital letter. Random text has such a
 * change at nearly every second position. In camelCase names, such a change is at every sixth position.
 */
const MIXED = /(?<=\d)[A-Za-z]|(?<=[A-Za-z])\d|(?<=[a-z])[A-Z]/g;
/**
 * If `MIXED` matches at least at this share of a key's positions, the key counts as random, even if it contains words.
 * Half of this share is the threshold for `MOST_OF_WORDS_BY_CHANCE`.
 */
const LEAST_MIXED = 0.3;
/**
 * The maximum share of a key's characters that may belong to words of four or more letters. In names this share is half
 * or more, and in keys about a tenth.
 */
const MOST_OF_WORDS = 0.45;
/**
 * The value that replaces `MOST_OF_WORDS` for a key in which `MIXED` matches at half of `LEAST_MIXED` or more. It is
 * higher, since such a key may contain words by chance.
 */
const MOST_OF_WORDS_BY_CHANCE = 0.65;

/**
 * Returns whether a value is random enough for an issued key. Placeholders, names made of words and sequences of
 * ascending characters are not. Returns true for `sk-7Hq2xW9fLp4Z`, and false for `sk-your-key`, `sk-fading-circle` and
 * `sk-12345678`.
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
 * The number of characters before or after a value that show whether the value is part of base64 data. A path may have
 * the same characters, but base64 data mixes capital letters, digits and lower-case letters far more.
 */
const BESIDE = 41;

/** Returns whether a value is part of base64 data, such as an image, where text may look like a key by chance. */
export function isInBase64(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const after = text.slice(end, end + BESIDE);
  return (/[+/]$/.test(before) && isBase64(before)) || (/^[+/]/.test(after) && isBase64(after));
}

function isBase64(text: string): boolean {
  return text.length === BESIDE && /^[A-Za-z\d+/]+$/.test(text) && shareOfMixed(text) >= LEAST_MIXED / 2;
}

/**
 * The minimum length of a sequence of ascending characters, which people often type as a placeholder. Only one random
 * value in millions contains such a sequence.
 */
const SHORTEST_SEQUENCE = 6;
const LEAST_OF_SEQUENCES = 0.4;

/**
 * Returns whether at least 40 % of a value's characters are in sequences of ascending characters, as in `sk-12345678`
 * and `abcdefgh`. Returns false for a long key that only begins with a sequence.
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
