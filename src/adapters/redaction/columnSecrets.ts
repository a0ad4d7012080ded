import type { TextSpan } from '../../core/log/mask.ts';
import { isMadeOfWords, isNameOfSecret } from './madeOfWords.ts';
import { isTokenLike } from './plausibleSecret.ts';
import { isRealValue } from './realValue.ts';

/**
 * Matches headings of columns with passwords: `Password`, `db_password`, `user pwd`. `Pass` and (below) `Token` are
 * omitted, as they often head columns of test results and counts.
 */
const PASSWORD =
  /^(?:[\w -]{0,30}[ _-])?(?:password|passwd|passphrase|pwd|pw|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|пароль|密码|パスワード)$/iu;
/** Matches headings of columns with tokens and keys: `Secret access key`, `api_key`, `refresh-token`. */
const TOKEN =
  /^(?:[\w -]{0,30}[ _-])?(?:secret|secret access key|(?:api|access|auth|bearer|refresh|private|secret)[ _-]?(?:key|token)|personal access token|client secret)$/i;
const SHORTEST_TOKEN = 12;
const SHORTEST_PASSWORD = 4;
/** The most columns of a table and the most characters of a line that are searched. */
const MOST_COLUMNS = 60;
const LONGEST_LINE = 4_000;

/** Matches a line of code that calls a function and is no table's row: `login(user, token);`, `x = login(user);`. */
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
 * vertical bars. In the lines `user,password` and `ann,tr0ub4dor`, it finds `tr0ub4dor`. `find` gets the pieces of one
 * text in order; a heading also applies to later pieces.
 */
export class ColumnReader {
  /** The table that the line before belongs to. */
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

/** Matches a line's end: a newline, or `\n` in a JSON string. */
const LINE_END = /\r?\n|\\r\\n|\\n/g;

/** Returns where the line that begins at an offset ends, and where the next one begins. */
function lineEnd(text: string, start: number): { readonly end: number; readonly next: number } {
  LINE_END.lastIndex = start;
  const found = LINE_END.exec(text);
  return found === null
    ? { end: text.length, next: text.length }
    : { end: found.index, next: found.index + found[0].length };
}

/** Matches what every heading of secrets contains; a cheap check of each line. */
const MAY_HEAD = /pass|pw|secret|key|token|wort|senha|contrase|wachtw|парол|密码|パス/iu;
/** Matches a heading: a short name, unlike `print("password"` in code or the number of a file's line. */
const HEADING = /^(?!\d+$)[\p{L}\d _./()-]{0,40}$/u;

/** Returns the table that begins with this line; undefined if the line is no heading with a column of secrets. */
function tableHeadedBy(line: string): Table | undefined {
  if (!MAY_HEAD.test(line)) return undefined;
  for (const separator of ['|', '\t', ';', ',']) {
    if (!line.includes(separator)) continue;
    // The heading may be in a JSON string, where it begins after a quote.
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

/** A cell's text without spaces and quotes around it, and its offset in the line. */
interface Cell {
  readonly text: string;
  readonly start: number;
}

/**
 * Returns the cells of a table's row: as many as the heading has, after separators in double quotes were skipped, or
 * more, as in a text with separators that nobody quoted. Below `user,note,password`, the row `ann,"hi, you",x` has 3
 * cells and `ann,hi, you,x` has 4. Returns undefined for a line with fewer cells, or with a call.
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
 * Matches a cell in double quotes, which are doubled or escaped within it (`"a ""b"""`, `"a \"b\""`), or all escaped in
 * a JSON string (`\"a\"`).
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

/** Returns the secrets in a row whose line begins at an offset of the text. */
function secretsInRow(
  cells: readonly Cell[],
  { columns, separator, width }: Table,
  at: number,
): readonly TextSpan[] {
  const extra = cells.length - width;
  return columns.flatMap(({ index, isPassword }) => {
    // With more cells than columns, a column is counted from both ends, since the extra separators may be on either
    // side of it. One of the two cells may be another column's, so a value of letters alone does not count as a secret.
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

/** Matches the name of an environment variable, as listed in tables of settings: `LAMP_DB_PASSWORD`. */
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
