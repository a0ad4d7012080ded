/**
 * Matches a character that is invisible or changes the reading direction. Does not match the zero-width joiner and
 * non-joiner, which emoji and some scripts need, or the first sixteen variation selectors.
 */
export const INVISIBLE =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}|[\u2028\u2029\u2800\uFFF9-\uFFFB]/u;

const EACH = new RegExp(INVISIBLE.source, 'gu');

/** Returns a text without its invisible characters. Unicode's line and paragraph separators become line breaks. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\u2028\u2029]/gu, '\n').replace(EACH, '');
}
