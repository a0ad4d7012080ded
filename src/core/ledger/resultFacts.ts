import type { ToolMessage } from '../session/message.ts';
import type { NamedLine } from './changedCode.ts';
import { namedCode } from './changedCode.ts';
import { isOuterDefinition } from './codeLines.ts';
import { clipAtWord, onOneLine } from './lines.ts';
import { namesIn } from './names.ts';

/** What a tool answered. */
export interface ResultFacts {
  readonly callId: string;
  readonly tool: string;
  readonly isFailure: boolean;
  readonly exitCode?: number;
  readonly lineCount: number;
  /** Lines that say what went wrong, first ones first. */
  readonly errors: readonly NamedLine[];
  /** Lines that count: tests passed, files changed. */
  readonly outcomes: readonly string[];
  /** Definitions in a file that was read. */
  readonly signatures: readonly NamedLine[];
  readonly names: readonly string[];
}

const READS = /read|view|open|cat|fetch/i;
const SEARCHES = /grep|search|glob|find|list|^ls$/i;
const ERROR_LINE =
  /\b(?:error|err|fail(?:ed|ure|s)?|fatal|panic|exception|traceback|cannot|can't|undefined|unexpected|not found|no such|denied|refused|timed? ?out|invalid|missing)\b|Error:|✗|✖|--- FAIL/i;
const OUTCOME_LINE =
  /\b\d+ (?:passed|failed|passing|failing|failures?|errors?|warnings?|tests?|files? changed|insertions|deletions|problems?|skipped)\b|^(?:ok|FAIL|PASS)\s|\bexit(?:ed)?(?: with)?(?: code| status)[: ]+\d+|^Tests?:|^Done in\b/i;
const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)?[: ]+(\d{1,3})\b/i;
const LINE_NUMBER = /^\s*\d+\s?[→|:\t]\s?/;
const LONGEST_LINE = 200;
const HEAD = 40_000;
const TAIL = 4_000;
const NAMES_HEAD = 4_000;
const MOST_NAMES = 60;
const MOST_SIGNATURES = 60;

/** The facts of a result: outcome and errors of a run, definitions of a file that was read. Bounded by its ends. */
export function resultFactsOf(message: ToolMessage): ResultFacts {
  const whole = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const text = whole.length > HEAD + TAIL ? `${whole.slice(0, HEAD)}\n${whole.slice(-TAIL)}` : whole;
  const lines = text.split('\n');
  const kind = resultKindOf(message.toolName);
  const exitCode = message.exitCode ?? (kind === 'run' ? exitCodeIn(text) : undefined);
  const isFailure = message.isError === true || (exitCode !== undefined && exitCode !== 0);
  return {
    callId: message.callId,
    tool: message.toolName,
    isFailure,
    ...(exitCode === undefined ? {} : { exitCode }),
    lineCount: lineCountOf(whole),
    errors: kind === 'run' || isFailure ? errorLines(lines) : [],
    outcomes: kind === 'run' ? outcomeLines(lines) : [],
    signatures: kind === 'read' ? signaturesIn(lines) : [],
    names: namesIn(text.slice(0, NAMES_HEAD), MOST_NAMES),
  };
}

function resultKindOf(tool: string): 'read' | 'search' | 'run' {
  if (SEARCHES.test(tool)) return 'search';
  return READS.test(tool) ? 'read' : 'run';
}

function exitCodeIn(text: string): number | undefined {
  const match = EXIT_CODE.exec(text.slice(0, 300)) ?? EXIT_CODE.exec(text.slice(-300));
  return match === null ? undefined : Number(match[1]);
}

function errorLines(lines: readonly string[]): readonly NamedLine[] {
  const errors = lines.filter((line) => line.length < 600 && ERROR_LINE.test(line)).slice(0, 4);
  return errors
    .map((line) => named(clipAtWord(onOneLine(line), LONGEST_LINE)))
    .filter(({ text }) => text !== '');
}

function outcomeLines(lines: readonly string[]): readonly string[] {
  const outcomes = lines.filter((line) => line.length < 400 && OUTCOME_LINE.test(line)).slice(-3);
  return outcomes.map((line) => clipAtWord(onOneLine(line), LONGEST_LINE)).filter((line) => line !== '');
}

function signaturesIn(lines: readonly string[]): readonly NamedLine[] {
  const signatures: NamedLine[] = [];
  for (const numbered of lines) {
    if (numbered.length > 300) continue;
    const line = numbered.replace(LINE_NUMBER, '');
    if (!isOuterDefinition(line)) continue;
    signatures.push(namedCode(line.trim(), true));
    if (signatures.length >= MOST_SIGNATURES) break;
  }
  return signatures;
}

function named(text: string): NamedLine {
  return { text, names: namesIn(text) };
}

function lineCountOf(text: string): number {
  let count = text === '' ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
