import type { TextSpan } from '../../core/log/mask.ts';
import { isRealValue, isMadeOfWords, isNameOfSecret, isTokenLike } from './plausibleSecret.ts';

/**
 * Headings of columns with secrets. `Pass` and `Token` are omitted, as they often head columns of test results and
 * counts.
 */
const PASSWORD =
  /^(?:[\w -]{0,30}[ _-])?(?:password|passwd|passphrase|pwd|pw|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|пароль|密码|パスワード)$/iu;
const TOKEN =
  /^(?:[\w -]{0,30}[ _-])?(?:secret|secret access key|(?:api|access|auth|bearer|refresh|private|secret)[ _-]?(?:key|token)|personal access token|client secret)$/i;
const SHORTEST_TOKEN = 12;
const SHORTEST_PASSWORD = 4;
/** The most columns of a table and the most characters of a line that are searched. */
const MOST_COLUMNS = 60;
const LONGEST_LINE = 4_000;

/** Matches a line of code that calls a function, which is not a table's row: `login(user, authToken);`. */
const CALL = /^\s*(?:[\w.$]+ ?=|return|await|if|[-+] )?\s*[\w.$]+\(/;

interface Column {
  readonly index: number;
  readonly isPassword: boolean;
}

interface Table {
  readonly separator: string;
  readonly width: number;
  readonly columns: readonly Column[];
}

/**
 * Finds values below a heading such as `password`, in tables whose columns are separated by commas, semicolons, tabs or
 * vertical bars. `find` gets the pieces of one text in order; a heading also applies to later pieces.
 */
export class ColumnReader {
  #table: Table | undefined;

  find(text: string): readonly TextSpan[] {
    const spans: TextSpan[] = [];
    let start = 0;
    while (start < text.length) {
      const { end, next } = lineEnd(text, start);
      spans.push(...this.#secretsInLine(text.slice(start, end), start));
      start = next;
    }
    return spans;
  }

  #secretsInLine(line: string, at: number): readonly TextSpan[] {
    const isLong = line.length > LONGEST_LINE;
    const begun = isLong ? undefined : tableHeadedBy(line);
    if (begun !== undefined || isLong) this.#table = begun;
    else if (this.#table !== undefined) {
      const cells = rowOf(line, this.#table);
      if (cells !== undefined && !CALL.test(line)) return secretsInRow(cells, this.#table, at);
      this.#table = undefined;
    }
    return [];
  }
}

/** Matches a line's end: a newline, or `\n` in a JSON string. */
const LINE_END = /\r?\n|\\r\\n|\\n/g;

function lineEnd(text: string, start: number): { readonly end: number; readonly next: number } {
  LINE_END.lastIndex = start;
  const found = LINE_END.exec(text);
  return found === null
    ? { end: text.length, next: text.length }
    : { end: found.index, next: found.index + found[0].length };
}

/** Returns the table that begins with this line; undefined if the line is no heading with a column of secrets. */
function tableHeadedBy(line: string): Table | undefined {
  if (!/pass|pw|secret|key|token|wort|senha|wachtw|парол|密码|パス/iu.test(line)) return undefined;
  for (const separator of ['|', '\t', ';', ',']) {
    if (!line.includes(separator)) continue;
    // The heading may be in a JSON string, where it begins after a quote.
    const cells = cellsOf(line, separator).map(({ text }) => text.replace(/^.*["'`]/, ''));
    const columns = cells.flatMap((text, index) =>
      PASSWORD.test(text)
        ? [{ index, isPassword: true }]
        : TOKEN.test(text)
          ? [{ index, isPassword: false }]
          : [],
    );
    // A heading consists of names, unlike `print("password", value)` or a numbered line of a file.
    const isHeading = cells.every((text) => /^(?!\d+$)[\p{L}\d _./()-]{0,40}$/u.test(text));
    if (columns.length > 0 && isHeading && cells.filter((text) => text !== '').length > 1)
      return { separator, width: cells.length, columns };
  }
  return undefined;
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

/**
 * Returns the cells of a table's row: as many as the heading has, after separators in double quotes were skipped, or
 * more, as in a text with separators that nobody quoted. Returns undefined for a line with fewer cells.
 */
function rowOf(line: string, { separator, width }: Table): readonly Cell[] | undefined {
  const cells = cellsOf(line, separator);
  if (cells.length <= width) return cells.length === width ? cells : undefined;
  const quoted = cellsOf(
    line.replace(QUOTED_CELL, (cell) => cell.replaceAll(separator, 'x')),
    separator,
  );
  if (quoted.length !== width) return cells;
  return quoted.map(({ start, text }) => ({ start, text: line.slice(start, start + text.length) }));
}

/** Matches a cell in double quotes, which are doubled or escaped within it, or all escaped in a JSON string. */
const QUOTED_CELL = /(?<=^|[,;\t|]\s*)(?:"(?:[^"\\]|""|\\.)*"|\\"[^"\\]*\\")(?=\s*(?:[,;\t|]|$))/g;

/** Returns the cells of a line, without surrounding spaces and quotes. */
function cellsOf(line: string, separator: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  for (const raw of line.split(separator, MOST_COLUMNS)) {
    const lead = /^[\s"'`*]*/.exec(raw)?.[0].length ?? 0;
    cells.push({ text: raw.slice(lead).replace(/[\s"'`*]+$/, ''), start: start + lead });
    start += raw.length + separator.length;
  }
  return cells;
}

function secretsInRow(
  cells: readonly Cell[],
  { columns, separator, width }: Table,
  at: number,
): readonly TextSpan[] {
  const extra = cells.length - width;
  return columns.flatMap(({ index, isPassword }) => {
    // With more cells than columns, a column is counted from both ends, since the extra separators may be on either
    // side of it. One of the two cells is another column's, so a value of letters alone is none.
    const candidates = extra > 0 ? [cells[index], cells[index + extra]] : [cells[index]];
    return candidates.flatMap(({ text, start } = { text: '', start: 0 }) => {
      if (extra > 0 && /^\p{L}*$/u.test(text)) return [];
      if (!isSecret(text, { isPassword, isProse: separator === '|' })) return [];
      const span = { start: at + start, end: at + start + text.length, rule: 'column' };
      return [{ ...span, kind: isPassword ? 'password' : 'token' }];
    });
  });
}

/** Matches the name of an environment variable, as listed in tables of settings. */
const CONSTANT = /^[A-Z]+(?:_(?:[A-Z]+|\d{1,4})){2,}$/;

/**
 * Returns whether a cell is a secret. In Markdown it must look like one, since cells there often describe what a
 * password is for.
 */
function isSecret(
  value: string,
  { isPassword, isProse }: { readonly isPassword: boolean; readonly isProse: boolean },
): boolean {
  // `flags.Set("output` is the beginning of a call.
  if (/\s|\w\(["'`]/.test(value) || CONSTANT.test(value) || !isRealValue(value) || isNameOfSecret(value))
    return false;
  // `localhost:4318` is an address.
  if (/^[\w.-]+:\d{2,5}$/.test(value)) return false;
  if (!isPassword) return value.length >= SHORTEST_TOKEN && isTokenLike(value) && !isMadeOfWords(value);
  return value.length >= SHORTEST_PASSWORD && (!isProse || (isTokenLike(value) && !isMadeOfWords(value)));
}
