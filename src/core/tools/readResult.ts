import type { ToolMessage } from '../log/message.ts';
import type { ToolKind } from './toolKind.ts';

/** What a tool answered, as far as whoever goes on must know it. Lines are the result's own. */
export interface ToolOutcome {
  readonly isFailure: boolean;
  readonly exitCode?: number;
  /** Lines that say what went wrong, the first ones; of a failure that none tells of, its first line. */
  readonly errors: readonly string[];
  /** Lines that count: tests passed, files changed; the last ones. */
  readonly figures: readonly string[];
}

const ERROR =
  /\b(?:error|err|fail(?:ed|ure|s)?|fatal|panic|exception|traceback|cannot|can't|undefined|unexpected|not found|no such|denied|refused|timed? ?out|invalid|missing)\b|Error:|✗|✖|--- FAIL/iu;
const FIGURE =
  /\b\d+ (?:passed|failed|passing|failing|failures?|errors?|warnings?|tests?|files? changed|insertions|deletions|problems?|skipped|issues?)\b|^(?:ok|FAIL|PASS)\s|^Tests?:|^Done in\b|^\[\S+ [0-9a-f]{7,}\]|^Commit [0-9a-f]{7,40}\s/iu;
const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)?[: ]+(\d{1,3})\b/iu;
const LONGEST_LINE = 400;
const HEAD = 120_000;
const TAIL = 4_000;
const MOST_ERRORS = 4;
const MOST_FIGURES = 3;

/** Reads a result of a call of the given kind. Linear in its length; a very long one by its two ends. */
export function readResult(message: ToolMessage, kind: ToolKind): ToolOutcome {
  const text = endsOf(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  const isRun = kind === 'shell' || kind === 'other';
  const exitCode = message.exitCode ?? (isRun ? exitCodeIn(text) : undefined);
  const isFailure = message.isError === true || (exitCode !== undefined && exitCode !== 0);
  const lines = isRun || isFailure ? linesOf(text) : [];
  const errors = lines.filter((line) => ERROR.test(line)).slice(0, MOST_ERRORS);
  return {
    isFailure,
    ...(exitCode === undefined ? {} : { exitCode }),
    errors: isFailure && errors.length === 0 ? lines.slice(0, 1) : errors,
    figures: isRun ? lines.filter((line) => FIGURE.test(line)).slice(-MOST_FIGURES) : [],
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const own = line.trim();
    return own === '' || own.length > LONGEST_LINE ? [] : [own];
  });
}

function endsOf(text: string): string {
  return text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
}

function exitCodeIn(text: string): number | undefined {
  const match = EXIT_CODE.exec(text.slice(0, 300)) ?? EXIT_CODE.exec(text.slice(-300));
  return match === null ? undefined : Number(match[1]);
}
