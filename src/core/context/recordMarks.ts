/** Invisible characters and white space that may be inserted into an imitation of a mark. */
const UNSEEN = String.raw`[\s\p{Cf}]{0,8}`;

/**
 * Returns the source of a pattern for a word in any case, with invisible characters between its letters and any kind of
 * dash.
 */
export function spelled(word: string): string {
  const letters = Array.from(word, (letter) => (letter === '-' ? String.raw`\p{Pd}` : letter));
  return UNSEEN + letters.join(UNSEEN);
}

/** Signs that open a mark: the sign itself and those that look like it. */
export const OPENING_SIGN = '[<＜﹤]';

const RECORD_MARK = new RegExp(`${OPENING_SIGN}(?=(?:${UNSEEN}/)?${spelled('longthread-record')})`, 'giu');

/** Returns a text that can neither close the record it stands in nor pose as one, however it spells the mark. */
export function withoutRecordMarks(text: string): string {
  return text.replaceAll(RECORD_MARK, '‹');
}
