/** A value that follows a name. */
export interface AssignedValue {
  readonly value: string;
  readonly start: number;
  readonly isQuoted: boolean;
  /** The text after the value, at most 80 characters. */
  readonly after: string;
}

const LONGEST = 4000;
/**
 * Matches an opening quote. Also matches a Python prefix (`b"`), and a quote escaped in a JSON string or code (`\"`).
 */
const OPENING = /[bru]?(?<escape>\\{0,3})(?<quote>["'`])/iy;
const BARE_SHORT = /[^\s"'`,;<>(){}[\]|&\\]{1,4000}/y;
/**
 * Matches a value up to the next white space, as in a settings file. A backslash also ends the value: if the settings
 * file is quoted in a JSON string, a backslash begins an escape such as `\n`.
 */
const BARE_WHOLE = /[^\s\\]{1,4000}/y;

/** Matches a YAML block indicator, such as `>-` or `|`, after which the value begins on the next line. */
const BLOCK = /[|>][+-]?\d?[ \t]{0,4}(?:\r?\n|\\n)[ \t]{1,40}/y;

/**
 * Returns the offset at which a value begins: `at`, or an offset in the next line if there is a YAML block indicator.
 */
export function blockStart(text: string, at: number): number {
  BLOCK.lastIndex = at;
  return at + (BLOCK.exec(text)?.[0].length ?? 0);
}

/**
 * Returns the quoted value at an offset. Returns undefined if there is no quote, if there is no closing quote on the
 * same line, or if the first quote seems to close another string.
 */
export function quotedValue(text: string, at: number): AssignedValue | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return undefined;
  const { escape = '', quote = '' } = opening.groups ?? {};
  const start = at + opening[0].length;
  // A backtick before a space may be the end of a code span in Markdown: "`PASSWORD=` (for MySQL) or `…`".
  if (quote === '`' && text.charAt(start) === ' ') return undefined;
  if (escape === '' && endsName(quote, text.slice(Math.max(0, at - MOST_BEFORE), at))) return undefined;
  const most = Math.min(text.length, start + LONGEST);
  for (let end = start; end < most; end++) {
    const sign = text.charAt(end);
    if (sign === '\n') return undefined;
    if (text.startsWith(escape + quote, end)) {
      // The first quote may close one string, and the second quote may open the next string, with only code or a line
      // continuation in between.
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

/** Returns whether a quote after a name closes a string that contains the name: `grep -q "^SECRET_KEY=" .env; then`. */
function endsName(quote: string, before: string): boolean {
  return new RegExp(`${quote}[\\^?&]?[\\w.-]{1,64}=$`).test(before);
}

/** Returns whether a text looks like code after a closing quote, such as `).show()` in `label("Password:").show()`. */
export function goesOnInCode(text: string): boolean {
  return /^(?:[)\]}]+(?:\\n|[;.,\s])|,\s)/.test(text);
}

/**
 * Returns the unquoted value at an offset. The value ends at punctuation of code or prose (`short`), or at white space
 * (`whole`).
 */
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
