// Built from parts, since the linter takes a control character in a pattern for a mistake.
const control = (code: number): string => String.fromCharCode(code);
const ESCAPE = control(27);
const BELL = control(7);
/**
 * Matches terminal control sequences (with a string, with parameters, of one character) and single control characters
 * that do not belong to text.
 */
const STEERING = new RegExp(
  [
    `${ESCAPE}[\\]PX^_][^${ESCAPE}${BELL}]*(?:${BELL}|${ESCAPE}\\\\|$)`,
    `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
    `${ESCAPE}[ -/]*[0-~]`,
    `[${control(0)}-${control(7)}${control(11)}${control(12)}${control(14)}-${control(31)}${control(127)}-${control(159)}]`,
  ].join('|'),
  'g',
);
/** Marks in place of sequences that write over a line: `\r` goes to its beginning, `\0` erases from there on. */
const WRITING_OVER: ReadonlyMap<string, string> = new Map([
  [`${ESCAPE}[K`, '\0'],
  [`${ESCAPE}[0K`, '\0'],
  [`${ESCAPE}[2K`, '\r\0'],
  [`${ESCAPE}[G`, '\r'],
  [`${ESCAPE}[1G`, '\r'],
]);

/** Returns a terminal's output as plain text: without escape sequences, and each line as it was last overwritten. */
export function plainLines(raw: string): string {
  const text = raw.replace(STEERING, (sequence) => WRITING_OVER.get(sequence) ?? '').replaceAll('\r\n', '\n');
  return text
    .split('\n')
    .map((line) => (/[\r\u0008\0]/.test(line) ? writtenOver(line) : line))
    .join('\n');
}

/**
 * Applies carriage returns, backspaces and erasures: a carriage return goes back to the line's beginning, a null erases
 * the rest.
 */
function writtenOver(line: string): string {
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

/** Matches the last line of a program that waits for an answer: a question, a prompt with its choices, a password. */
const PROMPT =
  /(?:\[[yn]\/[yn]\]|\((?:y(?:es)?\/n(?:o)?(?:\/[^)]*)?)\)|\?|(?:pass(?:word|phrase)|username)[^\n]*:|press (?:any key|enter|return)[^\n]*|[^\n]*\bcontinue\b[^\n]*[:?]|^>|^\S+>)\s*$/i;

/** Returns the last line if it reads as if the program waited for input; undefined otherwise. */
export function promptIn(output: string): string | undefined {
  const last = output.split('\n').at(-1)?.trim() ?? '';
  return last !== '' && last.length < 300 && PROMPT.test(last) ? last : undefined;
}
