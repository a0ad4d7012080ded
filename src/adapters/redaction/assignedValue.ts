/** The value after a name. */
export interface AssignedValue {
  readonly value: string;
  readonly start: number;
  readonly isQuoted: boolean;
  /** The text after the value, at most 80 characters. */
  readonly after: string;
}

const LONGEST = 4000;
/** Matches a quote, also after a string prefix of Python (`b"`), or escaped in a JSON string or in code (`\"`). */
const OPENING = /[bru]?(?<escape>\\{0,3})(?<quote>["'`])/iy;
const BARE_SHORT = /[^\s"'`,;<>(){}[\]|&\\]{1,4000}/y;
/**
 * Matches a value up to the next space, as in a settings file. A backslash also ends it: if the file is within a JSON
 * string, it begins an escape such as `\n`.
 */
const BARE_WHOLE = /[^\s\\]{1,4000}/y;

/** Matches a YAML indicator whose value begins on the next line: `>-`, `|`. */
const BLOCK = /[|>][+-]?\d?[ \t]{0,4}(?:\r?\n|\\n)[ \t]{1,40}/y;

/** Returns where a value begins: at the position, or on the next line after a YAML indicator. */
export function blockStart(text: string, at: number): number {
  BLOCK.lastIndex = at;
  return at + (BLOCK.exec(text)?.[0].length ?? 0);
}

/** Returns the quoted value at an offset; undefined if there is none, or if the quote is not closed on its line. */
export function quotedValue(text: string, at: number): AssignedValue | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const { escape = '', quote = '' } = opening.groups ?? {};
  const start = at + opening[0].length;
  // In Markdown, the backtick ends the name: "`PASSWORD=` (for MySQL) or `…`".
  if (quote === '`' && text.charAt(start) === ' ') return undefined;
  if (escape === '' && endsName(quote, text.slice(Math.max(0, at - MOST_BEFORE), at))) return undefined;
  const most = Math.min(text.length, start + LONGEST);
  for (let end = start; end < most; end++) {
    const sign = text.charAt(end);
    if (sign === '\n') return undefined;
    if (text.startsWith(escape + quote, end)) {
      // The first quote may close one text and the second open another, with only code or a line continuation between.
      const value = text.slice(start, end);
      if (/^\s+\\?\s*$/.test(value) || goesOnInCode(value)) return undefined;
      return valueAt(text, { start, end, isQuoted: true });
    }
    if (sign === '\\') end++;
  }
  return undefined;
}

/** The number of characters before a quote in which `endsName` searches. */
const MOST_BEFORE = 80;

/** Returns whether a quote after a name closes a text that contains the name: `grep -q "^SECRET_KEY=" .env; then`. */
function endsName(quote: string, before: string): boolean {
  return new RegExp(`${quote}[\\^?&]?[\\w.-]{1,64}=$`).test(before);
}

/** Returns whether a text looks like code after a closing quote, such as `).show()` in `label("Password:").show()`. */
export function goesOnInCode(text: string): boolean {
  return /^(?:[)\]}]+(?:\\n|[;.,\s])|,\s)/.test(text);
}

/** Returns the unquoted value at an offset: up to punctuation of code or prose, or up to the next space. */
export function bareValue(text: string, at: number, extent: 'short' | 'whole'): AssignedValue | undefined {
  const pattern = extent === 'short' ? BARE_SHORT : BARE_WHOLE;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  return valueAt(text, { start: at, end: at + found[0].length, isQuoted: false });
}

function valueAt(
  text: string,
  { start, end, isQuoted }: { start: number; end: number; isQuoted: boolean },
): AssignedValue {
  return { value: text.slice(start, end), start, isQuoted, after: text.slice(end, end + 80) };
}
