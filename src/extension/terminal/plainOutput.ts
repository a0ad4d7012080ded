/** Sequences that steer a terminal: of one argument string, of parameters, or of one character. */
// Built from parts: a control character in a pattern is taken for a slip.
const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
const SEQUENCES = new RegExp(
  [
    `${ESCAPE}[\\]PX^_][^${ESCAPE}${BELL}]*(?:${BELL}|${ESCAPE}\\\\|$)`,
    `${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
    `${ESCAPE}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const OTHER_CONTROLS = /(?![\t\n\r\u0008])\p{Cc}/gu;

/** A terminal's output as the text that stands in it: without escape sequences, and each line as it was written over last. */
export function plainOutput(raw: string): string {
  const text = raw.replace(SEQUENCES, '').replace(OTHER_CONTROLS, '').replaceAll('\r\n', '\n');
  return text
    .split('\n')
    .map((line) => (/[\r\u0008]/.test(line) ? writtenOver(line) : line))
    .join('\n')
    .trimEnd();
}

/** A carriage return goes back to the line's beginning, a backspace one character. */
function writtenOver(line: string): string {
  const shown: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === '\r') at = 0;
    else if (character === '\b') at = Math.max(0, at - 1);
    else shown[at++] = character;
  }
  return shown.join('');
}

/** What a program writes last when it waits for an answer: a question, a prompt with its choices, a password. */
const PROMPT =
  /(?:\[[yn]\/[yn]\]|\((?:y(?:es)?\/n(?:o)?(?:\/[^)]*)?)\)|\?|(?:pass(?:word|phrase)|username)[^\n]*:|press (?:any key|enter|return)[^\n]*|[^\n]*\bcontinue\b[^\n]*[:?]|^>|^\S+>)\s*$/i;

/** The last line, where it reads as if the program waited for somebody to type. */
export function promptIn(output: string): string | undefined {
  const last = output.split('\n').at(-1)?.trim() ?? '';
  return last !== '' && last.length < 300 && PROMPT.test(last) ? last : undefined;
}
