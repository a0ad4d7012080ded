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
/**
 * The control sequences that change the current line, each with the characters that replace it. `applyOverwriting`
 * reads these characters: `\r` goes to the beginning of the line, and `\0` erases the rest of the line.
 */
const OVERWRITING: ReadonlyMap<string, string> = new Map([
  [`${ESCAPE}[K`, '\0'],
  [`${ESCAPE}[0K`, '\0'],
  [`${ESCAPE}[2K`, '\r\0'],
  [`${ESCAPE}[G`, '\r'],
  [`${ESCAPE}[1G`, '\r'],
]);

/** Returns a terminal's output as plain text, without control sequences and overwritten or erased characters. */
export function plainLines(raw: string): string {
  const text = raw
    .replace(CONTROL_SEQUENCE, (sequence) => OVERWRITING.get(sequence) ?? '')
    .replaceAll('\r\n', '\n');
  return text
    .split('\n')
    .map((line) => (/[\r\u0008\0]/.test(line) ? applyOverwriting(line) : line))
    .join('\n');
}

/**
 * Applies carriage returns, backspaces and nulls to a line. A carriage return goes to the beginning of the line, a
 * backspace goes back one character, and a null erases the rest of the line.
 */
function applyOverwriting(line: string): string {
  const shown: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === '\r') at = 0;
    else if (character === '\b') at = Math.max(0, at - 1);
    else if (character === '\0') shown.length = Math.min(shown.length, at);
    else shown[at++] = character;
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
