import type { TextSpan } from '../../core/log/mask.ts';
import { isInBase64, isRandom } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';
import { secretRules } from './secretRules.ts';

/**
 * Matches the start of a word long enough for a key; shorter words are skipped at their first character. No letter,
 * digit, underscore or hyphen may precede it, except for `/bot` in a Telegram address and an escaped `\n`, `\r` or
 * `\t`.
 */
const START = String.raw`(?:(?<![\w-])|(?<=/bot)|(?<=\\[nrt]))(?=\w\S{15})`;

/** Ids of rules for such specific forms that a key need not look random. */
const NARROW: ReadonlySet<string> = new Set(['aws-key-id', 'google-key', 'jwt', 'jwe']);

const rules = secretRules.filter(({ pattern }) => pattern !== undefined);

/** All rules in one pattern with a group for each, so that a text is scanned once. */
const KEYS = new RegExp(
  `${START}(?:${rules.map(({ pattern }, index) => `(?<r${String(index)}>${String(pattern)})`).join('|')})(?!\\w)`,
  'g',
);

/** Finds keys by their form, wherever they are. */
export function findIssuedKeys(text: string): readonly TextSpan[] {
  return [...text.matchAll(KEYS)].flatMap(({ 0: value, index, groups }) => {
    const row = Object.values(groups ?? {}).findIndex((group: string | undefined) => group !== undefined);
    const { id = '', kind = '' } = rules[row] ?? {};
    const isPlausible = NARROW.has(id) ? isRealValue(value) || isRandom(value) : isRandom(value);
    const span = { start: index, end: index + value.length };
    return isPlausible && !isInBase64(text, span) ? [{ ...span, kind, rule: id }] : [];
  });
}
