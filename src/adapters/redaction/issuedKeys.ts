import type { TextSpan } from '../../core/log/mask.ts';
import { isInBase64, isRandom } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';
import { secretRules } from './secretRules.ts';

/**
 * Matches the start of a word that is long enough for a key, so that no rule is tried on shorter words. The character
 * before the word must not be a letter, digit, underscore or hyphen. There are two exceptions: a key may directly
 * follow `/bot` in a Telegram address, or an escaped `\n`, `\r` or `\t`.
 */
const START = String.raw`(?:(?<![\w-])|(?<=/bot)|(?<=\\[nrt]))(?=\w\S{15})`;

/** The ids of rules whose patterns are so specific that a matching key does not have to look random. */
const NARROW: ReadonlySet<string> = new Set(['aws-key-id', 'google-key', 'jwt', 'jwe']);

const rules = secretRules.filter(({ pattern }) => pattern !== undefined);

/** All rules in one pattern, with a group for each rule, so that a text is scanned only once. */
const KEYS = new RegExp(
  `${START}(?:${rules.map(({ pattern }, index) => `(?<r${String(index)}>${String(pattern)})`).join('|')})(?!\\w)`,
  'g',
);

/** Finds keys by their form, anywhere in a text. */
export function findIssuedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(KEYS)].flatMap(({ 0: value, index, groups }) => {
    const row = Object.values(groups ?? {}).findIndex((group: string | undefined) => group !== undefined);
    const { id = '', kind = '' } = rules[row] ?? {};
    const isPlausible = NARROW.has(id) ? isRealValue(value) || isRandom(value) : isRandom(value);
    const span = { start: index, end: index + value.length };
    return isPlausible && !isInBase64(text, span) ? [{ ...span, kind, rule: id }] : [];
  });
}
