import type { TextSpan } from '../../core/log/mask.ts';
import { isMadeOfWords, isNameOfSecret } from './madeOfWords.ts';
import { isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';

/**
 * Matches headings of columns with passwords: `Password`, `db_password`, `user pwd`. Does not match `Pass`, which is
 * often the heading of a column of test results.
 */
const PASSWORD =
  /^(?:[\w -]{0,30}[ _-])?(?:password|passwd|passphrase|pwd|pw|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|пароль|密码|パスワード)$/iu;
/**
 * Matches headings of columns with tokens and keys: `Secret access key`, `api_key`, `refresh-token`. Does not match
 * `Token` alone, which is often the heading of a column of counts.
 */
const TOKEN =
  /^(?:[\w -]{0,30}[ _-])?(?:secret|secret access key|(?:api|access|auth|bearer|refresh|private|secret)[ _-]?(?:key|token)|personal access token|client secret)$/i;
const SHORTEST_TOKEN = 12;
const SHORTEST_PASSWORD = 4;
/** The maximum number of columns of a table that are searched, and the maximum length of a line that is searched. */
const MOST_COLUMNS = 60;
const LONGEST_LINE = 4_000;

/**
 * Matches a line of code that calls a function: `login(user, token);`, `x = login(user);`. Such a line is not a row of
 * a table.
 */
const CALL = /^\s*(?:[\w.$]+ ?=|return|await|if|[-+] )?\s*[\w.$]+\(/;

interface Column {
  readonly index: number;
  readonly isPassword: boolean;
}

interface Table {
  readonly separator: string;
  /** The number of cells in the heading. */
  readonly width: number;
  readonly columns: readonly Column[];
}

/**
 * Finds values below a heading such as `password`, in tables whose columns are separated by commas, semicolons, tabs or
 * vertical bars. In the lines `user,password` and `ann,tr0ub4dor`, it finds `tr0ub4dor`. `find` receives the pieces of
 * one text in order, and a heading also applies to later pieces.
 */
export class ColumnReader {
  /** The table that the previous line belongs to. */
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
    const table = isLong || begun !== undefined ? undefined : this.#table;
    const cells = table && rowOf(line, table);
    if (table !== undefined && cells !== undefined) return secretsInRow(cells, table, at);
    this.#table = begun;
    return [];
  }
}

/** Matches the end of a line: a newline, or an escaped newline (`\n`) in a JSON string. */
const LINE_END = /\r?\n|\\r\\n|\\n/g;

/** Returns the end of the line that begins at an offset, and the beginning of the next line. */
function lineEnd(text: string, start: number): { readonly end: number; readonly next: number } {
  LINE_END.lastIndex = start;
  const found = LINE_END.exec(text);
  return found === null
    ? { end: text.length, next: text.length }
    : { end: found.index, next: found.index + found[0].length };
}

/**
 * Matches parts of the words for secrets. Every heading of a column with secrets contains a match, so this is a cheap
 * first check of each line.
 */
const MAY_HEAD = /pass|pw|secret|key|token|wort|senha|contrase|wachtw|парол|密码|パス/iu;
/** Matches a heading, which is a short name. Does not match code such as `x = password` or a line number. */
const HEADING = /^(?!\d+$)[\p{L}\d _./()-]{0,40}$/u;

/**
 * Matches a cell that ends with the first argument of a call, as in `print("password", "user")`. Does not match a quote
 * that stays open, as in ``parse(`user,password``, since a table may begin there.
 */
const ARGUMENT = /\w\(\s*(["'`])[^"'`]*\1\s*$/;

/** Returns the table that begins with this line, or undefined if the line has no heading of a column with secrets. */
function tableHeadedBy(line: string): Table | undefined {
  if (!MAY_HEAD.test(line)) return undefined;
  for (const separator of ['|', '\t', ';', ',']) {
    if (!line.includes(separator)) continue;
    if (line.split(separator, MOST_COLUMNS).some((cell) => ARGUMENT.test(cell))) continue;
    // The headings may be in a string, e.g. of JSON, where the first heading begins after a quote.
    const headings = cellsOf(line, separator).map(({ text }) => text.replace(/^.*["'`]/, ''));
    const columns = headings.flatMap((heading, index) => {
      const isPassword = PASSWORD.test(heading);
      return isPassword || TOKEN.test(heading) ? [{ index, isPassword }] : [];
    });
    const isHeading = headings.every((heading) => HEADING.test(heading));
    if (columns.length > 0 && isHeading && headings.filter((heading) => heading !== '').length > 1)
      return { separator, width: headings.length, columns };
  }
  return undefined;
}

/** A cell's text without surrounding spaces and quotes, and the offset of this text in the line. */
interface Cell {
  readonly text: string;
  readonly start: number;
}

/**
 * Returns the cells of a row of a table. Returns undefined if the line has fewer cells than the heading or calls a
 * function. Separators in double quotes are ignored if the row then has as many cells as the heading. Otherwise all
 * separators count, so the row may have more cells than the heading. Below `user,note,password`, the row
 * `ann,"hi, you",x` has 3 cells. The row `ann,hi, you,x` has 4 cells, since its text `hi, you` is not in quotes.
 */
function rowOf(line: string, { separator, width }: Table): readonly Cell[] | undefined {
  if (CALL.test(line)) return undefined;
  const cells = cellsOf(line, separator);
  if (cells.length <= width) return cells.length === width ? cells : undefined;
  const quoted = cellsOf(
    line.replace(QUOTED_CELL, (cell) => cell.replaceAll(separator, 'x')),
    separator,
  );
  if (quoted.length !== width) return cells;
  return quoted.map(({ start, text }) => ({ start, text: line.slice(start, start + text.length) }));
}

/**
 * Matches a cell in double quotes. Quotes within the cell are doubled or escaped (`"a ""b"""`, `"a \"b\""`). In a JSON
 * string, the quotes around the cell are escaped (`\"a\"`).
 */
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

/** Returns the secrets in a row. The line of the row begins at the offset `at` of the text. */
function secretsInRow(
  cells: readonly Cell[],
  { columns, separator, width }: Table,
  at: number,
): readonly TextSpan[] {
  const extra = cells.length - width;
  return columns.flatMap(({ index, isPassword }) => {
    // If the row has more cells than the heading, the extra separators may be before or after the column. So the column
    // is counted from both ends. One of the two cells may then belong to another column, so a value that consists only
    // of letters does not count as a secret.
    const found = cells.filter((_, place) => place === index || place === index + extra);
    return found
      .filter(({ text }) => extra === 0 || !/^\p{L}*$/u.test(text))
      .filter(({ text }) => isSecret(text, { isPassword, isProse: separator === '|' }))
      .map(({ text, start }) => ({
        start: at + start,
        end: at + start + text.length,
        rule: 'column',
        kind: isPassword ? 'password' : 'token',
      }));
  });
}

/** Matches the name of an environment variable, which tables of settings often contain: `LAMP_DB_PASSWORD`. */
const CONSTANT = /^[A-Z]+(?:_(?:[A-Z]+|\d{1,4})){2,}$/;

/**
 * Returns whether a cell is a secret. In a Markdown table (`isProse`), even a password must look random, since cells
 * there often describe what a password is for.
 */
function isSecret(
  value: string,
  { isPassword, isProse }: { readonly isPassword: boolean; readonly isProse: boolean },
): boolean {
  // A cell such as `flags.Set("output` is the beginning of a function call.
  if (/\s|\w\(["'`]/.test(value) || CONSTANT.test(value) || !isRealValue(value) || isNameOfSecret(value))
    return false;
  // A cell such as `localhost:4318` is an address.
  if (/^[\w.-]+:\d{2,5}$/.test(value)) return false;
  if (!isPassword) return value.length >= SHORTEST_TOKEN && isTokenLike(value) && !isMadeOfWords(value);
  return value.length >= SHORTEST_PASSWORD && (!isProse || (isTokenLike(value) && !isMadeOfWords(value)));
}
