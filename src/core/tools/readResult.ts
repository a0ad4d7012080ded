import type { ToolMessage } from '../log/message.ts';
import { saysNoEffect } from './noEffect.ts';
import { countsNothing, isFigure, linesOfFiles, errorLineIndexes, reportsFailure } from './outputLines.ts';
import { runningIdIn } from './runningCommand.ts';
import { CHANGES, type ToolKind } from './toolKind.ts';

/** The facts of a tool result that later work needs. All lines are quoted from the result. */
export interface ToolOutcome {
  readonly isFailure: boolean;
  readonly exitCode?: number;
  /** The id of a command that has not ended; empty if the result names no id. Absent if the command has ended. */
  readonly runningId?: string;
  /**
   * The lines that say what went wrong, the most important first, without the exit code. If a failure has no such line,
   * the files that it names, or otherwise its first line.
   */
  readonly errors: readonly string[];
  /** The last lines with counts (tests passed, files changed); lines with failures come last. */
  readonly figures: readonly string[];
}

/**
 * Matches a whole line that states a command's exit code or status, as shells, agents and package managers write it.
 * The same words inside a longer line do not match, since they may be about anything.
 */
const EXIT_CODE =
  /^(?:[-│[(<] ?|<shellId: \S+ |\[run\d+\] (?:It had ended already\. )?)?(?:npm ERR! |error:? |ELIFECYCLE\s+)?(?:(?:the )?(?:process|command)(?: -?\d+)? )?(?:(?:ended|finished|completed|failed) with )?exit(?:ed)?(?: with)?(?: exit)?(?: code| status):? (-?\d{1,5})[.\])>]*$|^<exit_code>(-?\d{1,5})<\/exit_code>$|^<status>\w+<\/status>$/iu;
/** The number of first and last lines that are searched for an exit code. */
const LINES_AT_END = 6;
const LONGEST_LINE = 400;
/** The number of characters that are read at the head and at the tail of a very long result. */
const HEAD = 120_000;
const TAIL = 4_000;
const MOST_ERRORS = 4;
const MOST_FIGURES = 3;

/**
 * Reads the result of a call of the given kind. Takes linear time. Of a very long result, reads only the head and the
 * tail.
 */
export function readResult(message: ToolMessage, kind: ToolKind): ToolOutcome {
  const text = endsOf(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  const mayBeCommand = kind === 'shell' || kind === 'other';
  const printed = mayBeCommand ? linesOf(text) : [];
  const runningId =
    mayBeCommand && message.exitCode === undefined ? runningIdIn(text.trimStart()) : undefined;
  const exitCode = message.exitCode ?? (runningId === undefined ? codeIn(printed) : undefined);
  const hadNoEffect = saysNoEffect(text) || (CHANGES.has(kind) && text.startsWith('Error: '));
  const isFailure = hadNoEffect || message.isError === true || (exitCode !== undefined && exitCode !== 0);
  const lines = isFailure && !mayBeCommand ? linesOf(text) : printed;
  const withoutCode = lines.filter((line) => !EXIT_CODE.test(line));
  const errors = hadNoEffect ? [] : errorsIn(withoutCode);
  return {
    isFailure,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(runningId === undefined ? {} : { runningId }),
    errors: isFailure && errors.length === 0 ? unexplainedErrors(withoutCode) : errors,
    figures: mayBeCommand ? figuresIn(lines) : [],
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed === '' || trimmed.length > LONGEST_LINE ? [] : [trimmed];
  });
}

function endsOf(text: string): string {
  return text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
}

/** Returns the last exit code in the first or last lines of a command's output. */
export function exitCodeIn(text: string): number | undefined {
  return codeIn(linesOf(text));
}

function codeIn(lines: readonly string[]): number | undefined {
  const ends = lines.filter((_, at) => at < LINES_AT_END || at >= lines.length - LINES_AT_END);
  const code = ends.flatMap((line) => EXIT_CODE.exec(line)?.slice(1).find(Boolean) ?? []).at(-1);
  return code === undefined ? undefined : Number(code);
}

function errorsIn(lines: readonly string[]): readonly string[] {
  return errorLineIndexes(lines, MOST_ERRORS).flatMap((place) => lines[place] ?? []);
}

/**
 * Matches lines that do not explain a failure: a package manager's line with the script that it runs, a formatter's
 * first line, and a check of pre-commit that passed or was skipped.
 */
const INTRODUCTION = /^(?:> |\$ |Checking formatting\.\.\.$|.*\.{3}(?:Passed|Skipped)$)/u;

/** Returns the files that a failure without an explanation names, or otherwise the first line of the failure. */
function unexplainedErrors(lines: readonly string[]): readonly string[] {
  const output = lines.filter((line) => !INTRODUCTION.test(line));
  const files = linesOfFiles(output, MOST_ERRORS);
  return files.length > 0 ? files : (output.length > 0 ? output : lines).slice(0, 1);
}

function figuresIn(lines: readonly string[]): readonly string[] {
  const figures = lines.filter(isFigure);
  const failed = figures.filter(reportsFailure);
  const others = figures.filter((line) => !reportsFailure(line));
  const [empty, telling] = [others.filter(countsNothing), others.filter((line) => !countsNothing(line))];
  return [...empty, ...telling, ...failed].slice(-MOST_FIGURES);
}
