export interface SearchedFile {
  readonly path: string;
  readonly text: string;
}

export interface SearchQuery {
  readonly text: string;
  /** The text is a regular expression in JavaScript's syntax, matched line by line. */
  readonly isRegex: boolean;
}

export interface FoundLine {
  readonly path: string;
  /** The line number, from 1. */
  readonly line: number;
  /** The line, cut around the match where it is long. */
  readonly text: string;
}

const MAX_LINE_CHARS = 240;
const LEAD_CHARS = 80;

/**
 * Returns the lines in which a query occurs, in the files' order, at most `most`. A query without capitals ignores
 * case. Throws a SyntaxError for an invalid regular expression. Written by hand, as the editor's text search is not a
 * finished API.
 */
export function searchLines(
  files: readonly SearchedFile[],
  query: SearchQuery,
  most: number,
): readonly FoundLine[] {
  const pattern = patternOf(query);
  const found: FoundLine[] = [];
  for (const { path, text } of files) {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const match = pattern.exec(line);
      if (match === null) continue;
      if (found.length === most) return found;
      found.push({ path, line: index + 1, text: cut(line, match.index) });
    }
  }
  return found;
}

function patternOf({ text, isRegex }: SearchQuery): RegExp {
  const source = isRegex ? text : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const hasCapitals = /\p{Lu}/u.test(isRegex ? text.replace(/\\[a-z]/gi, '') : text);
  return new RegExp(source, hasCapitals ? '' : 'i');
}

function cut(line: string, at: number): string {
  if (line.length <= MAX_LINE_CHARS) return line.trimEnd();
  const start = Math.max(0, Math.min(at - LEAD_CHARS, line.length - MAX_LINE_CHARS));
  const end = start + MAX_LINE_CHARS;
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`;
}
