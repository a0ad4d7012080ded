/** Matches every kind of line break: Unicode's newline functions (The Unicode Standard, 5.8). */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;

/** Splits a text at all kinds of line breaks, including line breaks that only some programs recognise. */
export function brokenLines(text: string): readonly string[] {
  return text.split(LINE_BREAK);
}

/**
 * Cuts a text between words to at most `limit` characters, so that no name is cut in two. Adds no ellipsis. Returns an
 * empty text if the first word is longer.
 */
export function clipAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const window = text.slice(0, limit + 1);
  const end = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'));
  return end > 0 ? window.slice(0, end).trimEnd() : '';
}

/** The tail's share of a text that is cut in the middle. */
const TAIL_SHARE = 0.25;

/**
 * Shortens a text to `most` characters of its head and tail. Between them is a line with the number of characters that
 * are left out, which does not count towards `most`. Returns an empty text if `most` is 0 or less.
 */
export function clipMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= 0) return '';
  const tail = Math.floor(most * TAIL_SHARE);
  const left = text.length - most;
  return `${text.slice(0, most - tail)}\n[… ${String(left)} characters left out …]\n${text.slice(text.length - tail)}`;
}

/** Collapses white space, so that the text can't imitate further lines or sections. */
export function withSpacesFolded(text: string): string {
  return text.replaceAll(/[\s\u0085]+/gu, ' ').trim();
}

/** Cuts a line to at most `maxLength` characters, between words where possible. Appends ` …`, which is not counted. */
export function clipLine(line: string, maxLength: number): string {
  const text = line.trim();
  if (text.length <= maxLength) return text;
  const end = text.slice(0, maxLength).search(/\s+\S*$/u);
  const cut = text.slice(0, end > maxLength / 2 ? end : maxLength);
  // The cut may split a surrogate pair.
  return `${cut.replace(/[\uD800-\uDBFF]$/u, '').toWellFormed()} …`;
}

const FENCE = /^\s*(?:`{3,}|~{3,}) ?[\w-]*\s*$/;

/**
 * Joins the lines of a text with spaces. Leaves out empty lines and code fences. Removes an unclosed `"` or backtick
 * from each line. A text without line breaks is only trimmed.
 */
export function onOneLine(text: string): string {
  if (!LINE_BREAK.test(text)) return text.trim();
  return brokenLines(text)
    .filter((line) => line.trim() !== '' && !FENCE.test(line))
    .map((line) => withoutOpenQuote(line.trim()))
    .join(' ');
}

/** Removes an unclosed last `"` or backtick, which would quote the following text. */
function withoutOpenQuote(line: string): string {
  let closed = line;
  for (const quote of ['"', '`']) {
    if (closed.split(quote).length % 2 === 1) continue;
    const open = closed.lastIndexOf(quote);
    closed = closed.slice(0, open) + closed.slice(open + 1);
  }
  return closed;
}

/** Matches tags that a prompt or the notes might contain. */
const POSING_TAG =
  /<(\/?\s{0,3}[\w-]{0,40}(?:longthread|system|user|assistant|human|tool|instructions?|summary|record|ledger)[\w -]{0,40}>|\|[^|>]{1,40}\|>)/gi;
const POSING_HEAD =
  /^(?:#{1,6}\s+|={3,}|-{3,}|>{1,3}\s|(?:system|user|assistant|human|developer)\s*[:：]\s*)+/i;
/**
 * The number of rounds after which `quotedLine` also replaces every `<`. Several rounds are needed, since the removal
 * of a tag may form a new tag. Nobody types tags that are nested this deep.
 */
const MOST_WRAPPINGS = 8;

/** Quotes a line of the session so that it can't imitate a heading, a role or a system tag of the notes. */
export function quotedLine(text: string): string {
  let line = onOneLine(text);
  for (let round = 0; ; round++) {
    const plain = line.replace(POSING_TAG, ' ').replace(POSING_HEAD, '').trim();
    if (plain === line) return withoutOpenQuote(line);
    line = round < MOST_WRAPPINGS ? plain : plain.replaceAll('<', ' ');
  }
}

/** Matches a terminal's colours, cursor moves and window titles (ECMA-48, 5.4 and 8.3.89). */
const ESCAPE_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

/** Removes a terminal's escape sequences, and breaks tags that could imitate a tag of the notes or of a prompt. */
export function sanitized(line: string): string {
  return line.replace(ESCAPE_SEQUENCE, '').replace(POSING_TAG, '‹$1');
}

const LONGEST_SOURCE = 60;

/**
 * Returns text of a file, a tool or a program as a quotation after the name of its source. The text can't close the
 * quotation marks around it, so nothing in it reads as the person's words.
 */
export function cited(source: string, text: string): string {
  const named = unquoted(quotedLine(source));
  const short = clipAtWord(named, LONGEST_SOURCE) || named.slice(-LONGEST_SOURCE);
  return `${short}: “${quotedLine(text).replace(/[“”]/gu, '"')}”`;
}

/** Removes straight quotation marks and backticks. One of them might close a quotation that began before this text. */
export function unquoted(text: string): string {
  return text.replace(/["'`]/g, '');
}
