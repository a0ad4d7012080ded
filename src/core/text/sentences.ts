import { blanked, othersWordsMasked } from './othersWords.ts';

/**
 * Matches where a sentence may end: a mark followed by white space, a CJK mark, or a line's end. The number of marks is
 * limited, since a long run of marks would otherwise be searched again from each of its marks.
 */
const SENTENCE_END = /[.!?…]{1,8}["'’)\]”“»]{0,8}(?=\s)|[。！？]+[」』）]*|\n+/g;

/** Matches abbreviations whose dot does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|z\.B|d\.h|bzw|p\.ej|т\.е|т\.д|dr|mr|ms|no|nr|approx)\.$/i;

/** Matches the number of a list item at the beginning of a line. The dot after the number does not end a sentence. */
const LIST_NUMBER = /^[ \t]*(?:[-*+] )?\d{1,2}\.$/;
const LONGEST_LIST_NUMBER = 20;

/** Matches up to nine list marks in a row. Without a limit, millions of marks would exceed the stack. */
const LIST_MARKS = /^(?:(?:[-*+•‣–#]+|\d{1,2}[.)]|\[[ xX]\])\s+){1,9}/;

/**
 * Returns the sentences of a text. Each sentence is a substring without its list mark and surrounding white space.
 * Skips code blocks, tagged text and quoted lines; quotations stay within their sentence. A line break and punctuation
 * of Latin, Cyrillic and CJK scripts end a sentence; a dot inside a name (`session.ts`) does not.
 */
export function sentencesOf(text: string): readonly string[] {
  const masked = othersWordsMasked(text.replaceAll(QUOTED_LINE, blanked));
  const sentences: string[] = [];
  let start = 0;
  const take = (end: number): void => {
    const part = masked.slice(start, end);
    const from = end - part.trimStart().length;
    const sentence = text.slice(from, start + part.trimEnd().length).replace(LIST_MARKS, '');
    if (sentence.length > 1) sentences.push(sentence);
    start = end;
  };
  for (const match of masked.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && (isAbbreviation(masked, start, end) || isListNumber(masked, start, end)))
      continue;
    take(end);
  }
  take(masked.length);
  return sentences;
}

function isAbbreviation(text: string, start: number, end: number): boolean {
  return ABBREVIATION.test(text.slice(Math.max(start, end - 8), end));
}

/** Returns whether a passage is only the number of a list item. */
function isListNumber(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_LIST_NUMBER || (start > 0 && text[start - 1] !== '\n')) return false;
  return LIST_NUMBER.test(text.slice(start, end));
}

/** Matches a quoted line, also in a list: `> somebody else's words`. `>5` and `>=` are comparisons. */
const QUOTED_LINE = /^[ \t]*(?:[-*+] +)?>(?![=\d]).*$/gmu;

/** Removes the quoted lines of a text. */
export function withoutQuotedLines(text: string): string {
  return text.replaceAll(QUOTED_LINE, '');
}

/** Returns the quoted lines of a text. */
export function quotedLinesOf(text: string): string {
  return (text.match(QUOTED_LINE) ?? []).join('\n');
}
