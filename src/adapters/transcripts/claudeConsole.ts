import { clientPart, splitUserText } from './clientText.ts';
import type { Recording } from './recording.ts';
import { shownCall } from './shownCall.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';

/**
 * Reads text copied from Claude Code's terminal. `>` marks the person, `⏺` the assistant or a tool call, `⎿` the
 * result, and `✻` a thought. Newer versions and other systems use `❯`, `●` and `∴`. The terminal folds results, so the
 * copy contains less than the session.
 */
export const claudeConsole = { format: 'claude-console', detect, read } as const;

const MARK = /^([>❯⏺●✻∴]) ?(.*)$/u;
const RESULT = /^\s{1,4}⎿\s?(.*)$/u;
/** The assumed minimum width of a terminal. A shorter line was not wrapped. */
const LEAST_WIDTH = 60;
/** Matches the frames and horizontal lines that Claude Code draws around texts. */
const FRAME = /^(?:[╭╰│]|={20,}|─{20,})/u;
/** Matches the text that the terminal shows as the result of a call that failed or was refused. */
const FAILED = /^(?:Error: |No \(tell Claude what to do differently\)$)/u;
/** Matches the text that the terminal shows below an answer or a call that the person interrupted. */
const INTERRUPTED = /^Interrupted (?:by user|· What should Claude do instead\?)$/u;
const CALL = /^([A-Z][\w-]*(?: [A-Z][\w-]*){0,3})\((.*?)\)?…?$/su;

function detect(head: TranscriptHead): boolean {
  const marks = new Set(
    head.lines.flatMap((line) => (RESULT.test(line) ? '⎿' : (MARK.exec(line)?.[1] ?? []))),
  );
  return (marks.has('⏺') || marks.has('●')) && ['⎿', '>', '❯'].some((mark) => marks.has(mark));
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnBuilder(recording);
  let block: ScreenBlock | undefined;
  for await (const { text, number } of source.lines()) {
    const mark = MARK.exec(text);
    if (mark === null && !FRAME.test(text)) {
      if (block === undefined && text.trim() !== '')
        recording.skip('line outside of the conversation', `line ${String(number)}`);
      block?.addLine(text);
      continue;
    }
    block?.addTo(turns);
    block = mark === null ? undefined : new ScreenBlock(mark[1] ?? '', mark[2] ?? '');
    if (mark === null) recording.skip('frame or separator line', `line ${String(number)}`);
  }
  block?.addTo(turns);
}

/** A line with a mark, and the lines below it up to the next mark or frame. */
class ScreenBlock {
  readonly #mark: string;
  readonly #lines: string[];
  readonly #results: string[] = [];
  #hasResult = false;

  constructor(mark: string, text: string) {
    this.#mark = mark;
    this.#lines = [text];
  }

  addLine(line: string): void {
    const result = RESULT.exec(line);
    if (result !== null) this.#hasResult = true;
    if (result !== null) this.#results.push(result[1]?.trimEnd() ?? '');
    else if (this.#hasResult) this.#results.push(line.replace(/^ {1,5}/u, '').trimEnd());
    else this.#lines.push(line.replace(/^ {1,2}/u, ''));
  }

  addTo(turns: TurnBuilder): void {
    const isPrompt = this.#mark === '>' || this.#mark === '❯';
    const lines = isPrompt ? withoutWraps(this.#lines) : this.#lines;
    const text = lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trim();
    const result = this.#results.join('\n').trim();
    if (isPrompt) this.#addPrompt(turns, text, result);
    else if (this.#mark === '✻' || this.#mark === '∴')
      turns.addAssistant([{ type: 'reasoning', text: text.replace(/^Thinking…\s*/u, '') }]);
    else this.#addAssistant(turns, text, result);
  }

  /** Adds a prompt. Labels slash commands, `!` commands and their results as client text. */
  #addPrompt(turns: TurnBuilder, text: string, result: string): void {
    turns.begin();
    const isCommand = /^(?:[/!]\S|.{0,100} is running…)/u.test(text);
    if (text !== '') turns.addUser(isCommand ? [clientPart(text, 'command')] : splitUserText(text));
    if (result !== '') turns.addUser([clientPart(result, 'command')]);
  }

  /**
   * Adds a text, or a tool call with its result. A text in the form of a call, such as `Read(a.ts)`, counts as a call
   * even if it has no result. Any other text is an answer if it has no result, or if its result only says that the
   * person interrupted.
   */
  #addAssistant(turns: TurnBuilder, text: string, result: string): void {
    const call = CALL.exec(text);
    if (!this.#hasResult && (call === null || text.includes('\n\n'))) {
      turns.addAssistant([{ type: 'text', text }]);
      return;
    }
    const isInterrupted = INTERRUPTED.test(result);
    if (call === null && isInterrupted) {
      turns.addAssistant([{ type: 'text', text }]);
      turns.addUser([clientPart(result, 'interrupt')]);
      return;
    }
    const callId = turns.nextCallId();
    const [name, argument] = call === null ? [text, ''] : [call[1] ?? '', call[2] ?? ''];
    turns.addAssistant([shownCall(callId, name, argument)]);
    const isError = call !== null && (isInterrupted || FAILED.test(result));
    if (this.#hasResult) turns.addResult(callId, result, isError);
  }
}

/**
 * Joins lines that the terminal wrapped between two words. The terminal leaves the space between these words at the end
 * of the first line or at the beginning of the second.
 */
function withoutWraps(lines: readonly string[]): readonly string[] {
  const typed: string[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1] ?? '';
    const isSpaced = before.endsWith(' ') ? /^\S/u.test(line) : /^ \S/u.test(line);
    if (before.length >= LEAST_WIDTH && isSpaced) typed.push(`${typed.pop() ?? ''}${line}`);
    else typed.push(line);
  });
  return typed;
}
