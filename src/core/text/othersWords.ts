import { CodeFences } from './codeFences.ts';

/**
 * Matches code in a fence of backticks. A fence of at least as many backticks closes the code, unless a language
 * follows the backticks ("```ts"). If the fence is not closed, matches everything after it.
 */
const FENCED = /(?<!`)(`{3,})(?!`)[\s\S]*?(?:(?<!`)\1`*(?!`|(?<=^[ \t]*`+)[\w+-]+[ \t]*$)|(?![\s\S]))/gm;
/** Matches a line that opens a fence of tildes: `~~~ts`. */
const OPENING_TILDES = /^ {0,3}(~{3,})[ \t]*[\w+-]*[ \t]*$/;
/** Matches a line that closes a fence of tildes: `~~~`. */
const CLOSING_TILDES = /^ {0,3}(~{3,})[ \t]*$/;
/** Matches a tag whose name says that others wrote its content, up to its end: `<file path="a.ts">…</file>`. */
const ENCLOSED =
  /<((?:file|document)(?:s|[_-]?contents?)?|attachments?|code|pre|(?:block)?quote|logs?|output)\b[^<>]{0,300}>[^<]*(?:<(?!\/?\1\b)[^<]*)*<\/\1>/gi;
/** Matches an indent of code. */
const CODE_INDENT = /^(?: {4}|\t)/;
/** Matches the beginning of a list item: `- `, `12. `, `3) `. */
const LIST_ITEM = /^ {0,3}(?:[-*+•‣–]|\d{1,3}[.)])\s/u;

const LONGEST_QUOTE = 600;
/** A pattern that never matches. */
const NOTHING = '(?!)';
/** Matches an apostrophe within a word: `don't`. */
const IN_A_WORD = "(?<=\\p{L})['’](?=\\p{L})";
const NOT_AFTER_WORD = '(?<![\\p{L}\\p{N}])';
const NOT_BEFORE_WORD = '(?![\\p{L}\\p{N}])';
/**
 * Matches inline code, a comment, or text in quotation marks without an empty line in it. A mark that may be an
 * apostrophe counts only around whole sentences, and never within a word.
 */
export const QUOTED = new RegExp(
  [
    // Matches straight double quotes: `He wrote "use tabs" here.`
    `${NOT_AFTER_WORD}"(?!\\s)${upTo('"')}(?<!\\s)"${NOT_BEFORE_WORD}`,
    // Matches other quotation marks: “use tabs”, „use tabs“, «use tabs», 「use tabs」, 『use tabs』
    `“${upTo('“”')}”|„${upTo('„“”')}[“”]|«${upTo('«»')}»|「${upTo('「」')}」|『${upTo('『』')}』`,
    // Matches whole sentences in single quotes: 'Don't use tabs.', but not 'tabs'
    `${NOT_AFTER_WORD}['‘](?=\\p{L})${upTo("'’‘", IN_A_WORD)}(?<=[.!?…])['’]${NOT_BEFORE_WORD}`,
    // Matches inline code: `tabs`
    `${NOT_AFTER_WORD}\`[^\`\\n]{1,${String(LONGEST_QUOTE)}}\``,
    // Matches an HTML comment, which is invisible in the rendered text that the person copied.
    '<!--[^]*?(?:-->|$)',
  ].join('|'),
  'gu',
);

/**
 * Returns a pattern that matches text without `marks` and without empty lines. Where `within` matches, a mark is
 * allowed.
 */
function upTo(marks: string, within = NOTHING): string {
  return `(?:[^${marks}\\n]|\\n(?![ \\t]*\\n)|${within}){1,${String(LONGEST_QUOTE)}}`;
}

/**
 * Masks text that others wrote. Replaces each masked character with one character, so that all positions stay the same.
 * Blocks of code and tagged text become line breaks. Quoted text, inline code and HTML comments become letters `x`,
 * except for their last character and the punctuation right before it that ends a sentence. For example,
 * `I say: “Use tabs.” <pre>a</pre>` becomes `I say: xxxxxxxxx.”`, a space and twelve line breaks.
 */
export function othersWordsMasked(text: string): string {
  const unfenced = withoutTildes(text).replace(FENCED, blanked).replace(ENCLOSED, blanked);
  return withoutIndented(unfenced).replace(QUOTED, (quoted) => {
    const end = /[.!?…。！？]{0,8}.$/u.exec(quoted)?.[0] ?? '';
    return 'x'.repeat(quoted.length - end.length) + end;
  });
}

/** Returns as many line breaks as the text has characters. */
export function blanked(text: string): string {
  return '\n'.repeat(text.length);
}

/**
 * Blanks text in a fence of tildes, unless this fence is inside a fence of backticks. An unclosed fence of tildes hides
 * nothing, since the tildes may underline a title.
 */
function withoutTildes(text: string): string {
  if (!text.includes('~~~')) return text;
  const lines = text.split('\n');
  const longestBelow = longestClosingBelow(lines);
  const fences = new CodeFences();
  let isByTildes = false;
  return lines
    .map((line, at) => {
      if (!fences.isOpen) {
        const tildes = tildesIn(line, OPENING_TILDES);
        isByTildes = tildes > 0 && tildes <= (longestBelow[at] ?? 0);
        if (!isByTildes && !line.trimStart().startsWith('```')) return line;
      }
      return fences.read(line) !== 'text' && isByTildes ? blanked(line) : line;
    })
    .join('\n');
}

/** Returns, for each line, the number of tildes in the longest closing fence below the line. */
function longestClosingBelow(lines: readonly string[]): readonly number[] {
  const longest = lines.map(() => 0);
  for (let at = lines.length - 2; at >= 0; at -= 1)
    longest[at] = Math.max(longest[at + 1] ?? 0, tildesIn(lines[at + 1] ?? '', CLOSING_TILDES));
  return longest;
}

function tildesIn(line: string, pattern: RegExp): number {
  return pattern.exec(line)?.[1]?.length ?? 0;
}

/**
 * Blanks indented code: deeply indented lines after an empty line, unless they continue a list item or the whole text
 * is indented.
 */
function withoutIndented(text: string): string {
  const lines = text.split('\n');
  if (lines.every((line) => isBlank(line) || CODE_INDENT.test(line))) return text;
  let isAfterBlank = true;
  let isInList = false;
  let isCode = false;
  return lines
    .map((line) => {
      if (isBlank(line)) {
        isAfterBlank = true;
        return line;
      }
      const isDeep = CODE_INDENT.test(line);
      if (!isDeep) isInList = LIST_ITEM.test(line);
      isCode = isDeep && !isInList && (isCode || isAfterBlank);
      isAfterBlank = false;
      return isCode ? blanked(line) : line;
    })
    .join('\n');
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
