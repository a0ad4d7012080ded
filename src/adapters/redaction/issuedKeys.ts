import type { TextSpan } from '../../core/log/mask.ts';
import { isGiven, isInBase64, isRandom } from './plausibleSecret.ts';
import { secretRules } from './secretRules.ts';

/**
 * A word so long that it may be a key; all others are passed over at their first sign. It begins behind no letter, but
 * for the `bot` in an address of Telegram's, and for the `n` of a line's end that a JSON string writes `\n`.
 */
const START = String.raw`(?:(?<![\w-])|(?<=/bot)|(?<=\\[nrt]))(?=\w\S{15})`;

/** Kinds of keys with such a narrow form that they need not look random. */
const NARROW: ReadonlySet<string> = new Set(['aws-key-id', 'google-key', 'jwt', 'jwe']);

const rules = secretRules.filter(({ pattern }) => pattern !== undefined);

/** All rules as one pattern with a group for each, so that a text is scanned once. */
const KEYS = new RegExp(
  `${START}(?:${rules.map(({ pattern }, index) => `(?<r${String(index)}>${String(pattern)})`).join('|')})(?!\\w)`,
  'g',
);

/** Finds keys by their form, wherever they are. */
export function findIssuedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(KEYS)].flatMap(({ 0: value, index, groups }) => {
    const row = Object.values(groups ?? {}).findIndex((group: string | undefined) => group !== undefined);
    const { id = '', kind = '' } = rules[row] ?? {};
    const isPlausible = NARROW.has(id) ? isGiven(value) || isRandom(value) : isRandom(value);
    const span = { start: index, end: index + value.length };
    return isPlausible && !isInBase64(text, span) ? [{ ...span, kind, rule: id }] : [];
  });
}
