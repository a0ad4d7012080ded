import { mapInSteps, type Steps } from '../steps.ts';
import { namesOfRun, WORD_CHARACTERS } from '../text/names.ts';

const WORD = new RegExp(`[${WORD_CHARACTERS}$]`, 'u');

/** Returns whether a text contains a name or number that is not part of a longer name or number. */
export function containsWhole(text: string, wanted: string): boolean {
  const startsWord = WORD.test(wanted.charAt(0));
  const endsWord = WORD.test(wanted.slice(-1));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const joinsBefore = startsWord && WORD.test(text.charAt(at - 1));
    const joinsAfter = endsWord && WORD.test(text.charAt(at + wanted.length));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

/** Normalizes white space, case, code marks and quotes, so that a quotation can be compared with its source. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A text in which claims are searched. */
export interface Source {
  readonly exact: string;
  readonly plain: string;
  readonly lines: readonly string[];
}

export function* sourceOf(texts: readonly string[]): Steps<Source> {
  const plain = yield* mapInSteps(texts, plainText, lengthOfText);
  const lines = yield* mapInSteps(texts, (text) => text.split('\n'), lengthOfText);
  const exact = texts.join('\n');
  yield;
  const joined = plain.filter(Boolean).join(' ');
  yield;
  return { exact, plain: joined, lines: lines.flat() };
}

export function lengthOfText(text: string): number {
  return text.length;
}

/** Matches an ellipsis. Does not match `./...` and `a...b`, which occur in commands. */
const ELLIPSIS = /…|(?<![\w./\\])\.{3}(?![\w./])/u;
/** Matches a call with the names of its parameters, without types and defaults. */
const CALL = /^([\w$.]+)\(([\w$,\s]+)\)$/u;

/** Matches a `cd` command, which has no effect by itself. */
const CHANGES_FOLDER = /^cd\s+(\S+)$/u;
const CHANGE_OF_FOLDER = /\bcd\s+["']?([^\s"'`;&|)]+)/gu;

/** Returns whether the text contains a `cd` to the folder, or to a folder whose path ends with the folder's path. */
function changesTo(text: string, folder: string): boolean {
  return [...text.matchAll(CHANGE_OF_FOLDER)].some(([, to = '']) => `/${to}`.endsWith(`/${folder}`));
}

/**
 * Returns whether the source contains the code as a whole. If the code has ellipses, each part between them must occur.
 * If the code has several commands on one line, each command must occur. For a `cd`, it is enough that the source
 * changes to the same folder. For a call, the name of the function and the names in the brackets are enough. For a
 * location (`a.ts:12`), its names and numbers are enough.
 */
export function hasCode(code: string, source: Source): boolean {
  if (ELLIPSIS.test(code)) {
    const pieces = code.split(ELLIPSIS).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
    return pieces.every((piece) => hasCode(piece.trim(), source));
  }
  const commands = commandsIn(code);
  if (commands.length > 1) return commands.every((command) => hasCode(command, source));
  const [, folder] = CHANGES_FOLDER.exec(code) ?? [];
  if (folder !== undefined) return changesTo(source.exact, folder);
  const [, called, taken] = CALL.exec(code) ?? [];
  const names = taken?.match(/[\w$]+/gu) ?? [];
  if (called !== undefined && [`${called}(`, ...names].every((name) => containsWhole(source.exact, name)))
    return true;
  const whole = plainText(code);
  const isThere = containsWhole(source.exact, code) || containsWhole(source.plain, whole);
  if (isThere || /\s/.test(whole)) return isThere;
  if (/\(\)$/.test(code)) return containsWhole(source.exact, code.slice(0, -2));
  const parts = namesOfRun(code);
  return (
    parts.length > 0 &&
    [...parts, ...(code.match(/\d+/g) ?? [])].every((part) => containsWhole(source.exact, part))
  );
}

/** Matches operators that join commands in a summary's code. A pipeline counts as one command. */
const JOINED = /\s+&&\s+|;\s+/u;
const LISTED_TOGETHER = /\s+and(?: then)?\s+|,\s+/u;

/**
 * Splits a piece of code into commands. Splits at “and” and commas (`npm test and npm run lint`) only if each part has
 * several words.
 */
function commandsIn(code: string): readonly string[] {
  const listed = code.split(LISTED_TOGETHER);
  const lines = listed.every((each) => /\s/u.test(each.trim())) ? listed : [code];
  return lines.flatMap((line) => line.split(JOINED)).map((command) => command.trim());
}

const LONGEST_LINE = 2_000;
const PIPE = /\s\|\s/u;
/** Matches operators between commands in a line of a source, including those of a pipeline. */
const COMMAND_ENDS = /&&|\|\|?|;/u;
/** Matches characters that a shell prompt or a sentence puts around a word. */
const AROUND_WORD = /^["'`($]+|["'`),]+$/gu;
/** Matches an option that prevents or changes a command's effect, such as `--dry-run` or `--namespace`. */
const PREVENTS_EFFECT =
  /^(?:-[a-z]{0,4}n[a-z]{0,4}|-C|--(?:dry-?run|check|help|version|list|no-.*|diff|preview|simulate|whatif|cached|staged|soft|keep.*|context|namespace))(?:=|$)/u;
const REDIRECTION = /^\d?[<>]/u;
const TAKES_FILE = /^\d?[<>]+$/u;

/**
 * Returns whether each command of the code occurs in one of the lines. Looks for each command of a pipeline separately.
 * The line may have additional words: words before and after the command, options with values, redirections, and the
 * beginning of a path. If an option after the first word of the command matches `PREVENTS_EFFECT`, the option must be
 * in the code, too. Returns false if a command outside of pipelines, or the first command of a pipeline, is a single
 * word.
 */
export function commandsOccurIn(code: string, lines: readonly string[]): boolean {
  const pipelines = commandsIn(code).map((command) => command.split(PIPE).map(wordsOf));
  if (pipelines.some(([first = []]) => first.length < 2)) return false;
  const left = new Set(pipelines.flat());
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue;
    for (const wanted of left) {
      if (!wanted.every((word) => line.includes(word))) continue;
      if (line.split(COMMAND_ENDS).some((command) => containsCommand(wordsOf(command), wanted)))
        left.delete(wanted);
    }
    if (left.size === 0) return true;
  }
  return false;
}

function wordsOf(command: string): readonly string[] {
  return command.split(/\s+/u).flatMap((word) => word.replace(AROUND_WORD, '') || []);
}

/** Returns whether the wanted command begins at one of the words. */
function containsCommand(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, at) => isCommand(words.slice(at), wanted));
}

/**
 * Returns whether the words begin with the wanted command. Between the words of the wanted command, there may be
 * options, their values and redirections. Any words may follow. But no additional option may match `PREVENTS_EFFECT`.
 */
function isCommand(words: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  let isValue = false;
  for (const word of words) {
    const expected = wanted[next];
    if (expected === undefined) break;
    if (word === expected || (next > 0 && word.endsWith(`/${expected}`))) {
      next += 1;
      isValue = false;
    } else if (next > 0 && (isValue || word.startsWith('-') || REDIRECTION.test(word))) {
      if (PREVENTS_EFFECT.test(word)) return false;
      isValue = word.startsWith('-') ? !word.includes('=') : !isValue && TAKES_FILE.test(word);
    } else return false;
  }
  return (
    next === wanted.length && !words.some((word) => PREVENTS_EFFECT.test(word) && !wanted.includes(word))
  );
}
