/** Matches operators that join commands in one piece of code. */
const JOINED = /\s+&&\s+|;\s+/u;
const TOLD_TOGETHER = /\s+and(?: then)?\s+|,\s+/u;

/**
 * Splits a piece of code into commands. Splits at words (`npm test and npm run lint`) only where each side has several
 * words.
 */
export function commandsIn(code: string): readonly string[] {
  const told = code.split(TOLD_TOGETHER);
  const lines = told.every((each) => /\s/u.test(each.trim())) ? told : [code];
  return lines.flatMap((line) => line.split(JOINED)).map((command) => command.trim());
}

const LONGEST_LINE = 2_000;
/** Matches operators between commands, and characters that a prompt or prose puts around a word. */
const COMMAND_ENDS = /&&|\|\|?|;/u;
const AROUND_WORD = /^["'`($]+|["'`),]+$/gu;
/** Matches an option that prevents a command's effect, such as `--dry-run`. */
const TURNS_ROUND =
  /^(?:-[a-z]{0,4}n[a-z]{0,4}|-C|--(?:dry-?run|check|help|version|list|no-.*|diff|preview|simulate|whatif|cached|staged|soft|keep.*|context|namespace))(?:=|$)/u;
const REDIRECTION = /^\d?[<>]/u;
const TAKES_FILE = /^\d?[<>]+$/u;

/**
 * Returns whether each command occurs in a line with more words: options with values, redirections, or the beginning of
 * a path. An option that prevents an effect must not be missing.
 */
export function commandsStandIn(code: string, lines: readonly string[]): boolean {
  const commands = commandsIn(code).map(wordsOf);
  if (commands.some((words) => words.length < 2)) return false;
  const left = new Set(commands);
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    for (const told of left) {
      if (!told.every((word) => line.includes(word))) continue;
      if (line.split(COMMAND_ENDS).some((command) => holds(wordsOf(command), told))) left.delete(told);
    }
    if (left.size === 0) return true;
  }
  return false;
}

function wordsOf(command: string): readonly string[] {
  return command.split(/\s+/u).flatMap((word) => word.replace(AROUND_WORD, '') || []);
}

function holds(words: readonly string[], told: readonly string[]): boolean {
  return words.some((_, at) => isToldBy(words.slice(at), told));
}

/** Compares words from the program on. Only options, their values and redirections may be missing. */
function isToldBy(words: readonly string[], told: readonly string[]): boolean {
  let next = 0;
  let isValue = false;
  for (const word of words) {
    const wanted = told[next];
    if (wanted === undefined) break;
    if (word === wanted || (next > 0 && word.endsWith(`/${wanted}`))) {
      next += 1;
      isValue = false;
    } else if (next > 0 && (isValue || word.startsWith('-') || REDIRECTION.test(word))) {
      if (TURNS_ROUND.test(word)) return false;
      isValue = word.startsWith('-') ? !word.includes('=') : !isValue && TAKES_FILE.test(word);
    } else return false;
  }
  return next === told.length && !words.some((word) => TURNS_ROUND.test(word) && !told.includes(word));
}
