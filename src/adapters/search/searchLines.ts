import { LONGEST_SECRET, type CutText } from '../../core/session/maskedAtCuts.ts';
import { literalPattern } from '../../core/text/literalPattern.ts';

export interface SearchedFile {
  readonly path: string;
  readonly text: string;
}

export interface SearchQuery {
  readonly text: string;
  /** Whether the text is a regular expression in JavaScript's syntax, matched line by line. */
  readonly isRegex: boolean;
}

/**
 * A line with a match. A long line is cut around the match. The text before and after the line is included, since this
 * text may show that the line contains a secret.
 */
export interface FoundLine extends CutText {
  readonly path: string;
  /** The line number, from 1. */
  readonly line: number;
}

const MAX_LINE_CHARS = 240;
/**
 * The number of characters that a cut line has before the match, unless the match is near the start or end of the line.
 */
const LEAD_CHARS = 80;

/**
 * Returns at most `most` lines that match a query, in the order of the files. The search ignores case unless the query
 * has a capital letter outside escape sequences. Throws a SyntaxError for an invalid regular expression. VS Code's own
 * text search is not used because it is a proposed API, which published extensions can't use.
 */
export function searchLines(
  files: readonly SearchedFile[],
  query: SearchQuery,
  most: number,
): readonly FoundLine[] {
  const pattern = patternOf(query);
  const found: FoundLine[] = [];
  for (const { path, text } of files) {
    let begin = 0;
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const match = pattern.exec(line);
      if (match !== null && found.length === most) return found;
      if (match !== null) found.push({ path, line: index + 1, ...cut(text, begin, line, match.index) });
      begin += line.length + (text.startsWith('\r\n', begin + line.length) ? 2 : 1);
    }
  }
  return found;
}

/**
 * Matches an escape sequence or a group's name in a regular expression. Capital letters there do not make a search
 * case-sensitive. Does not match property escapes that distinguish case, such as `\p{Lu}`.
 */
const NO_LETTERS =
  /\\(?:p\{(?![^}]*(?:L[lut]\}|case))[^}]*\}|k<[^>]*>|u(?:\{[\da-f]+\}|[\da-f]{4})|x[\da-f]{2}|c[a-z]|.)|\(\?<[^=!][^>]*>/gis;

function patternOf({ text, isRegex }: SearchQuery): RegExp {
  const source = isRegex ? text : literalPattern(text);
  const hasCapitals = /\p{Lu}/u.test(isRegex ? text.replace(NO_LETTERS, '') : text);
  const flags = hasCapitals ? '' : 'i';
  try {
    return new RegExp(withoutNeedlessEscapes(source), `${flags}u`);
  } catch {
    // Some patterns, such as a single `{`, are valid only without the flag `u`.
    return new RegExp(source, flags);
  }
}

/**
 * Replaces unnecessary escapes, such as `\"`, by character codes, since the flag `u` does not allow unnecessary
 * escapes.
 */
function withoutNeedlessEscapes(source: string): string {
  return source.replace(/\\([^])/g, (escape, sign: string) =>
    /[-"'#&!%,:;<=>@_`~ ]/.test(sign) ? `\\x${sign.charCodeAt(0).toString(16)}` : escape,
  );
}

/** Returns the text of a found line, with `…` at each end that was cut. */
export function withMarks({ before, text, after }: CutText): string {
  const begins = before === '' || before.endsWith('\n');
  const ends = /^(?:\r?\n|$)/.test(after);
  const shown = text.toWellFormed();
  return `${begins ? '' : '…'}${ends ? shown.trimEnd() : shown}${ends ? '' : '…'}`;
}

function cut(whole: string, begin: number, line: string, match: number): CutText {
  const isLong = line.length > MAX_LINE_CHARS;
  const start = isLong ? Math.max(0, Math.min(match - LEAD_CHARS, line.length - MAX_LINE_CHARS)) : 0;
  const text = isLong ? line.slice(start, start + MAX_LINE_CHARS) : line;
  const from = begin + start;
  const to = from + text.length;
  return {
    before: whole.slice(Math.max(0, from - LONGEST_SECRET), from),
    text,
    after: whole.slice(to, to + LONGEST_SECRET),
  };
}
