// The patterns are built from parts, since the linter reports control characters in a pattern.
const control = (code: number): string => String.fromCharCode(code);
const ESCAPE = control(27);
const BELL = control(7);
/**
 * Matches an escape sequence (a control string such as OSC, a CSI sequence, or a short sequence), or a control
 * character other than backspace, tab, line feed and carriage return.
 */
const CONTROL_SEQUENCE = new RegExp(
  [
    `${ESCAPE}[\\]PX^_][^${ESCAPE}${BELL}]*(?:${BELL}|${ESCAPE}\\\\|$)`,
    `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
    `${ESCAPE}[ -/]*[0-~]`,
    `[${control(0)}-${control(7)}${control(11)}${control(12)}${control(14)}-${control(31)}${control(127)}-${control(159)}]`,
  ].join('|'),
  'g',
);
/** Matches a control sequence that moves the cursor within its line, or erases a part of the line. */
const IN_LINE = new RegExp(`^${ESCAPE}\\[(\\d{0,4})([CDGK])$`);
/** Matches one step of a line's output: such a control sequence or a character. */
const STEP = new RegExp(`${ESCAPE}\\[\\d{0,4}[CDGK]|.`, 'gsu');
/** The control sequences that mean the same as a carriage return and a backspace. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['\r', `${ESCAPE}[G`],
  ['\b', `${ESCAPE}[D`],
]);
/** The maximum column to which a control sequence moves the cursor. No terminal is as wide. */
const LAST_COLUMN = 1_000;
/**
 * The maximum number of spaces that are added in one text where the cursor was moved forward. After that, each move
 * adds one space, so that a short output can't become a very long text.
 */
const MOST_SPACES = 100_000;

/**
 * Returns a terminal's output as plain text, without control sequences and overwritten or erased characters. The text
 * has at most `MOST_SPACES` characters more than the output.
 */
export function plainLines(raw: string): string {
  const text = raw
    .replace(CONTROL_SEQUENCE, (sequence) => (IN_LINE.test(sequence) ? sequence : ''))
    .replaceAll('\r\n', '\n');
  const spaces = { left: MOST_SPACES };
  return text
    .split('\n')
    .map((line) => (/[\r\b]/.test(line) || line.includes(ESCAPE) ? shownLine(line, spaces) : line))
    .join('\n');
}

/**
 * Returns what a terminal shows of a line with carriage returns, backspaces and the control sequences of `IN_LINE`.
 * Takes the spaces that it adds from `spaces.left`.
 */
function shownLine(line: string, spaces: { left: number }): string {
  const shown: string[] = [];
  let at = 0;
  for (const [step] of line.matchAll(STEP)) {
    const [, count = '', command] = IN_LINE.exec(MEANT.get(step) ?? step) ?? [];
    const columns = Number(count) || 1;
    switch (command) {
      case 'D':
        at = Math.max(0, at - columns);
        break;
      case 'C':
        at = Math.max(at, Math.min(at + columns, LAST_COLUMN));
        break;
      case 'G':
        at = Math.min(columns - 1, LAST_COLUMN);
        break;
      case 'K':
        // A program that erases the whole line writes it anew from the beginning.
        if (count === '2') at = 0;
        if (count !== '1') shown.length = Math.min(shown.length, at);
        break;
      default:
        if (at > shown.length + spaces.left) [at, spaces.left] = [shown.length + 1, 0];
        else spaces.left -= Math.max(0, at - shown.length);
        while (shown.length < at) shown.push(' ');
        shown[at++] = step;
    }
  }
  return shown.join('');
}

/** Matches the end of a prompt: a question, choices, `>`, or a request for a password, a user name or a key press. */
const PROMPT =
  /(?:\[[yn]\/[yn]\]|\((?:y(?:es)?\/n(?:o)?(?:\/[^)]*)?)\)|\?|(?:pass(?:word|phrase)|username)[^\n]*:|press (?:any key|enter|return)[^\n]*|[^\n]*\bcontinue\b[^\n]*[:?]|^>|^\S+>)\s*$/i;

/** Returns the last line if it looks like a prompt for input. Otherwise returns undefined. */
export function promptIn(output: string): string | undefined {
  const last = output.split('\n').at(-1)?.trim() ?? '';
  return last !== '' && last.length < 300 && PROMPT.test(last) ? last : undefined;
}
