import { timeOf } from './json.ts';
import type { Recording } from './recording.ts';
import type { TranscriptSource } from './source.ts';

export const RUN_START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/u;

export type Speaker = 'person' | 'console' | 'model';

/** The start of a run, or a block by one speaker. */
export type Piece =
  | { readonly kind: 'run'; readonly at: number | undefined; readonly where: string }
  | { readonly kind: 'block'; readonly speaker: Speaker; readonly text: string };

/** Divides aider's chat history into runs, and each run into blocks. */
export async function* piecesIn(source: TranscriptSource, recording?: Recording): AsyncGenerator<Piece> {
  let speakers = new Speakers(promptEndOf(source.head.lines));
  let lines: string[] = [];
  for await (const { text, number, isTooLong } of source.lines()) {
    const where = `line ${String(number)}`;
    if (isTooLong) recording?.skip('line too long to be read', where);
    const start = RUN_START.exec(text);
    if (start === null) {
      lines.push(text);
      continue;
    }
    yield* blocksIn(lines, speakers);
    [lines, speakers] = [[], new Speakers()];
    yield { kind: 'run', at: timeOf((start[1] ?? '').replace(' ', 'T')), where };
  }
  yield* blocksIn(lines, speakers);
}

/** Divides the lines of a run into blocks. */
function* blocksIn(run: readonly string[], speakers: Speakers): Iterable<Piece> {
  const thoughtsEnd = run.findLastIndex((line) => THOUGHT_TAG.exec(line)?.[1] === '/');
  let speaker: Speaker = 'model';
  let lines: string[] = [];
  const block = (): readonly Piece[] => {
    const text = lines.join('\n').trim();
    lines = [];
    return text === '' ? [] : [{ kind: 'block', speaker, text }];
  };
  for (const [at, line] of run.entries()) {
    const next = speakers.of(line, at <= thoughtsEnd);
    if (next !== speaker) yield* block();
    speaker = next;
    lines.push(textOf(line, next));
  }
  yield* block();
}

/** The two spaces (a line break in Markdown) at the end of each text by aider and of each line of a prompt. */
const LINE_END = '  ';
const PROMPT = '#### ';
const PRINTED = '> ';
/** Matches the tags that aider writes before and after a model's thoughts. */
const THOUGHT_TAG = /^<(\/?)thinking-content-[0-9a-f]{32}>/u;

/** Returns the text at the end of each prompt line: two spaces, or nothing if an editor or a hook trimmed all lines. */
function promptEndOf(lines: readonly string[]): string {
  return lines.some((line) => isPrompt(line, LINE_END)) ? LINE_END : '';
}

/**
 * Returns whether a line is a prompt. A prompt ends with `promptEnd`. A heading that a model wrote does not end with
 * two spaces, so it counts as a prompt only if `promptEnd` is empty.
 */
function isPrompt(line: string, promptEnd: string): boolean {
  const isEmpty = promptEnd === '' && line === PROMPT.trimEnd();
  return isEmpty || (line.startsWith(PROMPT) && line.endsWith(promptEnd));
}

/** Determines the speaker of each line in one run. */
class Speakers {
  /**
   * The text at the end of prompt lines. Unknown until the run's first prompt, since an editor can trim a history
   * between two runs.
   */
  #promptEnd: string | undefined;
  #last: Speaker = 'model';
  #isThinking = false;
  /** Whether the last line is the beginning of a text by aider that continues on the next line. */
  #isCutOff = false;

  constructor(promptEnd?: string) {
    this.#promptEnd = promptEnd;
  }

  /**
   * Returns the speaker of a line. `canBeThought` is false after the run's last closing tag of thoughts: a thought that
   * begins later was cut off.
   */
  of(line: string, canBeThought: boolean): Speaker {
    if (line.startsWith(PROMPT)) this.#promptEnd ??= promptEndOf([line]);
    // A line by aider or by the person ends a thought that was cut off. Only the trailing spaces distinguish such a
    // line from a line of the thought. If the trailing spaces were trimmed, no line counts as part of a thought that
    // was cut off.
    if (!canBeThought && this.#promptEnd === '') this.#isThinking = false;
    this.#last = this.#speakerOf(line);
    const tag = THOUGHT_TAG.exec(line);
    if (this.#last !== 'model') this.#isThinking = false;
    else if (tag !== null) this.#isThinking = tag[1] === '';
    this.#isCutOff = line.startsWith(PRINTED) && !line.endsWith(LINE_END);
    return this.#last;
  }

  #speakerOf(line: string): Speaker {
    if (this.#isThinking && !line.endsWith(LINE_END)) return 'model';
    if (isPrompt(line, this.#promptEnd ?? LINE_END)) return 'person';
    // This is an empty line of a quote. A formatter may have removed the space after `>`.
    if (line === PRINTED.trimEnd()) return this.#last;
    const isRest = this.#isCutOff && line.endsWith(LINE_END);
    return isRest || line.startsWith(PRINTED) ? 'console' : 'model';
  }
}

/** Returns a line's text without aider's marks. */
function textOf(line: string, speaker: Speaker): string {
  if (speaker === 'model') return line;
  return line.replace(speaker === 'person' ? /^#### ?/u : /^> ?/u, '').replace(/ {2}$/u, '');
}
