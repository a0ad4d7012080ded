import type { ToolMessage } from '../session/message.ts';
import type { NamedLine } from './namedLine.ts';
import type { CodeBlock } from './codeBlocks.ts';
import { codeBlocksOf } from './codeBlocks.ts';
import type { Passage } from './fences.ts';
import { foundLines } from './foundLines.ts';
import { clipAtWord, onOneLine, quotedLine } from './lines.ts';
import { namesIn } from './names.ts';

/** What a tool answered. */
export interface ResultFacts {
  readonly callId: string;
  readonly tool: string;
  readonly isFailure: boolean;
  readonly exitCode?: number;
  /** Lines that say what went wrong, first ones first. */
  readonly errors: readonly NamedLine[];
  /** Lines that count: tests passed, files changed. */
  readonly outcomes: readonly string[];
  /** Definitions and names in what was read or printed. */
  readonly code: readonly CodeBlock[];
  /** Of a search: what it found, by file. */
  readonly found: readonly Passage[];
}

const SEARCHES = /grep|search|glob|find|list|^ls$/i;
const READS = /read|view|open|cat|fetch/i;
const ERROR_LINE =
  /\b(?:error|err|fail(?:ed|ure|s)?|fatal|panic|exception|traceback|cannot|can't|undefined|unexpected|not found|no such|denied|refused|timed? ?out|invalid|missing)\b|Error:|✗|✖|--- FAIL/i;
const OUTCOME_LINE =
  /\b\d+ (?:passed|failed|passing|failing|failures?|errors?|warnings?|tests?|files? changed|insertions|deletions|problems?|skipped)\b|^(?:ok|FAIL|PASS)\s|\bexit(?:ed)?(?: with)?(?: code| status)[: ]+\d+|^Tests?:|^Done in\b/i;
const EXIT_CODE = /\bexit(?:ed)?(?: with)?(?: code| status)?[: ]+(\d{1,3})\b/i;
/** What readers put before a line. */
const LINE_NUMBER = /^ *\d{1,6}\s?[→|:\t]/gm;
const LONGEST_LINE = 200;
const HEAD = 120_000;
const TAIL = 4_000;

/** The facts of a result: outcome and errors of a run, definitions and names in what was read or printed. */
export function resultFactsOf(message: ToolMessage): ResultFacts {
  const text = endsOf(message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  const isRun = !SEARCHES.test(message.toolName) && !READS.test(message.toolName);
  const exitCode = message.exitCode ?? (isRun ? exitCodeIn(text) : undefined);
  const isFailure = message.isError === true || (exitCode !== undefined && exitCode !== 0);
  const lines = isRun || isFailure ? text.split('\n') : [];
  const found = foundLines(text);
  return {
    callId: message.callId,
    tool: message.toolName,
    isFailure,
    ...(exitCode === undefined ? {} : { exitCode }),
    errors: errorLines(lines),
    outcomes: isRun ? outcomeLines(lines) : [],
    code: found === undefined ? codeBlocksOf(text.replace(LINE_NUMBER, '')) : [],
    found: found ?? [],
  };
}

function endsOf(text: string): string {
  return text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
}

function exitCodeIn(text: string): number | undefined {
  const match = EXIT_CODE.exec(text.slice(0, 300)) ?? EXIT_CODE.exec(text.slice(-300));
  return match === null ? undefined : Number(match[1]);
}

function errorLines(lines: readonly string[]): readonly NamedLine[] {
  const errors = lines.filter((line) => line.length < 600 && ERROR_LINE.test(line)).slice(0, 4);
  return errors
    .map((line) => told(line))
    .flatMap((text) => (text === '' ? [] : [{ text, names: namesIn(text) }]));
}

function outcomeLines(lines: readonly string[]): readonly string[] {
  const outcomes = lines.filter((line) => line.length < 400 && OUTCOME_LINE.test(line)).slice(-3);
  return outcomes.map(told).filter((line) => line !== '');
}

function told(line: string): string {
  return quotedLine(clipAtWord(onOneLine(line), LONGEST_LINE));
}
