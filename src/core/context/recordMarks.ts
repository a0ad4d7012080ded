/** Signs that nobody sees, and white space: what may stand within a mark that is spelled another way. */
const UNSEEN = String.raw`[\s\p{Cf}]{0,8}`;

/**
 * Returns a word's letters with what nobody sees between them, in any case; a dash of any kind. The source of a
 * pattern.
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
