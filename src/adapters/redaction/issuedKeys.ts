import type { TextSpan } from '../../core/log/mask.ts';
import { isGiven, isInBase64, isRandom } from './plausibleSecret.ts';
import { secretRules } from './secretRules.ts';

/**
 * A word so long that it may be a key; all others are passed over at their first sign. It begins behind no letter, but
 * for the `bot` in an address of Telegram's, and for the `n` of a line's end that a JSON string writes `\n`.
 */
const START = String.raw`(?:(?<![\w-])|(?<=/bot)|(?<=\\[nrt]))(?=\w\S{15})`;

/** Shapes so narrow that nothing else has them: what stands in them need not look random. */
const NARROW: ReadonlySet<string> = new Set(['aws-key-id', 'google-key', 'jwt', 'jwe']);

const rules = secretRules.filter(({ pattern }) => pattern !== undefined);

/** All rules as one pattern, each a group of its own: the text is walked through once. */
const KEYS = new RegExp(
  `${START}(?:${rules.map(({ pattern }, index) => `(?<r${String(index)}>${String(pattern)})`).join('|')})(?!\\w)`,
  'g',
);

/** Keys that are told by how they look, wherever they stand. */
export function findIssuedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(KEYS)].flatMap(({ 0: value, index, groups }) => {
    const row = Object.values(groups ?? {}).findIndex((group: string | undefined) => group !== undefined);
    const { id = '', kind = '' } = rules[row] ?? {};
    const isPlausible = NARROW.has(id) ? isGiven(value) || isRandom(value) : isRandom(value);
    const span = { start: index, end: index + value.length };
    return isPlausible && !isInBase64(text, span) ? [{ ...span, kind, rule: id }] : [];
  });
}
