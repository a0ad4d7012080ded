/** Matches invisible characters and white space that may be inserted to imitate a mark. */
const UNSEEN = String.raw`[\s\p{Cf}]{0,8}`;

/** Returns the pattern of a word in any case, with invisible characters between its letters and any kind of dash. */
export function spelled(word: string): string {
  const letters = Array.from(word, (letter) => (letter === '-' ? String.raw`\p{Pd}` : letter));
  return UNSEEN + letters.join(UNSEEN);
}

/** Characters that open a mark, and characters that look like them. */
export const OPENING_SIGN = '[<＜﹤]';

const RECORD_MARK = new RegExp(`${OPENING_SIGN}(?=(?:${UNSEEN}/)?${spelled('longthread-record')})`, 'giu');

/** Escapes a text so that it can't close the record it is in or imitate one, however it spells the mark. */
export function withoutRecordMarks(text: string): string {
  return text.replaceAll(RECORD_MARK, '‹');
}
