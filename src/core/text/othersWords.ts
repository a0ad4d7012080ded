/** Matches a code fence up to a closing one of at least as many marks. An unclosed fence hides everything after it. */
const FENCED = /(?<!`)(`{3,})(?!`)[\s\S]*?(?:(?<!`)\1`*|(?![\s\S]))/g;
/** Matches a line that opens or closes a fence of tildes. */
const TILDES = /^ {0,3}(~{3,})[ \t]*[\w+-]*[ \t]*$/;
/** Matches a tag whose name says that others wrote its content, up to its end. */
const ENCLOSED =
  /<((?:file|document)(?:s|[_-]?contents?)?|attachments?|code|pre|(?:block)?quote|logs?|output)\b[^<>]{0,300}>[^<]*(?:<(?!\/?\1\b)[^<]*)*<\/\1>/gi;
/** Matches an indent of code. */
const CODE_INDENT = /^(?: {4}|\t)/;
const LIST_ITEM = /^ {0,3}(?:[-*+•‣–]|\d{1,3}[.)])\s/u;

const LONGEST_QUOTE = 600;
const NOTHING = '(?!)';
const IN_A_WORD = "(?<=\\p{L})['’](?=\\p{L})";
/**
 * Matches inline code, or text in quotation marks without an empty line in it. A mark that may be an apostrophe counts
 * only around whole sentences, and never within a word.
 */
export const QUOTED = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])"(?!\\s)${upTo('"')}(?<!\\s)"(?![\\p{L}\\p{N}])`,
    `“${upTo('“”')}”|„${upTo('„“”')}[“”]|«${upTo('«»')}»|「${upTo('「」')}」|『${upTo('『』')}』`,
    `(?<![\\p{L}\\p{N}])['‘](?=\\p{L})${upTo("'’‘", IN_A_WORD)}(?<=[.!?…])['’](?![\\p{L}\\p{N}])`,
    `(?<![\\p{L}\\p{N}])\`[^\`\\n]{1,${String(LONGEST_QUOTE)}}\``,
  ].join('|'),
  'gu',
);

/** Returns a pattern for text without these marks and without empty lines. Marks that `within` matches are allowed. */
function upTo(marks: string, within = NOTHING): string {
  return `(?:[^${marks}\\n]|\\n(?![ \\t]*\\n)|${within}){1,${String(LONGEST_QUOTE)}}`;
}

/**
 * Masks text that others wrote, keeping the position of each character: code and tagged text become line breaks. Quoted
 * text becomes letters, except for a sentence end before the closing mark.
 */
export function othersWordsMasked(text: string): string {
  const unfenced = withoutTildes(text.replace(FENCED, blanked)).replace(ENCLOSED, blanked);
  return withoutIndented(unfenced).replace(QUOTED, (quoted) => {
    const end = /[.!?…。！？]{0,8}.$/u.exec(quoted)?.[0] ?? '';
    return 'x'.repeat(quoted.length - end.length) + end;
  });
}

/** Returns as many line breaks as the text has characters. */
export function blanked(text: string): string {
  return '\n'.repeat(text.length);
}

/** Blanks text fenced by tildes. Unclosed tildes hide nothing, since they may underline a title. */
function withoutTildes(text: string): string {
  if (!text.includes('~~~')) return text;
  const lines = text.split('\n');
  const closing = (line = ''): number =>
    line.trimEnd().endsWith('~') ? (TILDES.exec(line)?.[1]?.length ?? 0) : 0;
  const longestAfter = lines.map(() => 0);
  for (let at = lines.length - 2; at >= 0; at -= 1)
    longestAfter[at] = Math.max(longestAfter[at + 1] ?? 0, closing(lines[at + 1]));
  let open = 0;
  return lines
    .map((line, at) => {
      const wasOpen = open;
      if (wasOpen === 0) {
        const marks = TILDES.exec(line)?.[1]?.length ?? 0;
        open = marks <= (longestAfter[at] ?? 0) ? marks : 0;
      } else if (closing(line) >= wasOpen) open = 0;
      return wasOpen > 0 || open > 0 ? blanked(line) : line;
    })
    .join('\n');
}

/**
 * Blanks indented code: deeply indented lines after an empty one, unless they continue a list item or the whole text
 * is indented.
 */
function withoutIndented(text: string): string {
  const lines = text.split('\n');
  if (lines.every((line) => line.trim() === '' || CODE_INDENT.test(line))) return text;
  let [mayBegin, isInList, isCode] = [true, false, false];
  return lines
    .map((line) => {
      if (line.trim() === '') {
        mayBegin = true;
        return line;
      }
      const isDeep = CODE_INDENT.test(line);
      if (!isDeep) isInList = LIST_ITEM.test(line);
      isCode = isDeep && !isInList && (isCode || mayBegin);
      mayBegin = false;
      return isCode ? blanked(line) : line;
    })
    .join('\n');
}
