/**
 * Matches white space, invisible characters and combining characters. A text that imitates a mark (a tag such as
 * `<longthread-record>`) may contain such characters between the letters of the tag.
 */
export const UNSEEN_IN_MARK = String.raw`[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]*`;

/**
 * Returns a pattern for a word. The pattern also matches full-width letters, any dash instead of `-`, and unseen
 * characters before each letter.
 */
export function spelled(word: string): string {
  const letters = Array.from(word, (letter) =>
    letter === '-' ? String.raw`\p{Pd}` : `[${letter}${String.fromCodePoint(letter.charCodeAt(0) + WIDER)}]`,
  );
  return UNSEEN_IN_MARK + letters.join(UNSEEN_IN_MARK);
}

/** The distance from an ASCII character to its full-width form. */
const WIDER = 0xfee0;

/** The character that opens a mark, and characters that look like it. */
export const OPENING_SIGN = '[<＜﹤]';
/** A slash, and characters that look like one. */
export const SLASH = '[/／∕⁄]';

const RECORD_MARK = new RegExp(
  `${OPENING_SIGN}(?=(?:${UNSEEN_IN_MARK}${SLASH})?${spelled('longthread-record')})`,
  'giu',
);

/**
 * Escapes the tags of records in a text, so that the text can't close the record that contains it or imitate a record.
 * Also recognizes tags that are spelled with other characters, e.g. full-width letters.
 */
export function withoutRecordMarks(text: string): string {
  return text.replaceAll(RECORD_MARK, '‹');
}
