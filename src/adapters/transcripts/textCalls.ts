import type {
  AssistantMessage,
  AssistantPart,
  Message,
  TextPart,
  ToolMessage,
  UserMessage,
} from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { exitCodeIn } from '../../core/tools/readResult.ts';
import { CLINE_RESULT, clineCalls } from './clineCalls.ts';
import type { Recording } from './recording.ts';

/**
 * Parses calls that a model wrote as text because it had no tools, and the user messages with the results of these
 * calls. Knows the forms of OpenHands, SWE-smith, mini-swe-agent and Cline. Adds other messages unchanged.
 */
export class TextCalls {
  readonly #recording: Recording;
  readonly #takesBlocks: boolean;
  #count = 0;
  #open: readonly string[] = [];

  /**
   * If `takesBlocks` is true, a single `bash` block in an answer is a call, and the next user message is its result.
   */
  constructor(recording: Recording, takesBlocks = false) {
    this.#recording = recording;
    this.#takesBlocks = takesBlocks;
  }

  /** Whether a call of the newest answer still lacks its result. */
  get isWaiting(): boolean {
    return this.#open.length > 0;
  }

  add(message: Message, at?: number): void {
    const read = message.role === 'assistant' ? this.#readCalls(message) : this.#readResult(message);
    this.#recording.add(read, at);
  }

  #readCalls(message: AssistantMessage): Message {
    this.#open = [];
    if (message.parts.some((part) => part.type === 'toolCall')) return message;
    const parts = message.parts.flatMap((part) => (isByModel(part) ? this.#split(part.text) : [part]));
    this.#open = parts.flatMap((part) => (part.type === 'toolCall' ? [part.callId] : []));
    return { ...message, parts };
  }

  #split(text: string): readonly AssistantPart[] {
    const parts: AssistantPart[] = [];
    let end = 0;
    for (const call of this.#takesBlocks ? blockCalls(text) : callsIn(text)) {
      if (text.slice(end, call.start).trim() !== '')
        parts.push({ type: 'text', text: text.slice(end, call.start) });
      this.#count += 1;
      const callId = `text-${String(this.#count)}`;
      parts.push(toolCall(callId, call.name, call.arguments));
      end = call.end;
    }
    if (text.slice(end).trim() !== '') parts.push({ type: 'text', text: text.slice(end) });
    return parts;
  }

  #readResult(message: Message): Message {
    const [callId] = this.#open;
    if (message.role !== 'user' || callId === undefined) return message;
    const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const text = texts.join('\n');
    const isResult = this.#takesBlocks || RESULT_BEGINNING.test(text) || CLINE_RESULT.test(text);
    this.#open = this.#open.slice(1);
    return isResult ? resultOf(callId, text, message) : message;
  }
}

function isByModel(part: AssistantPart): part is TextPart {
  return part.type === 'text' && part.origin === undefined;
}

function callsIn(text: string): readonly TextCall[] {
  const calls = elementCalls(text);
  return calls.length > 0 ? calls : clineCalls(text);
}

const RESULT_BEGINNING = /^\s*(?:EXECUTION RESULT of \[|OBSERVATION:)/u;

function resultOf(callId: string, text: string, { parts }: UserMessage): ToolMessage {
  const code = /^\s*<returncode>(-?\d{1,5})<\/returncode>/u.exec(text)?.[1];
  const exitCode = code === undefined ? exitCodeIn(text) : Number(code);
  const resultParts = parts.filter((part) => part.type !== 'file');
  return toolResult(callId, resultParts, { exitCode });
}

export interface TextCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
}

/** Parses `<function=name><parameter=key>value</parameter>…</function>`. An element without an end tag remains text. */
function elementCalls(text: string): readonly TextCall[] {
  const calls: TextCall[] = [];
  let from = 0;
  for (const match of text.matchAll(/<function=([\w.-]{1,100})>/gu)) {
    const close = match.index < from ? -1 : text.indexOf('</function>', match.index);
    if (match.index < from) continue;
    if (close < 0) break;
    from = close + '</function>'.length;
    const body = text.slice(match.index + match[0].length, close);
    calls.push({ name: match[1] ?? '', arguments: parametersOf(body), start: match.index, end: from });
  }
  return calls;
}

function parametersOf(body: string): Readonly<Record<string, string>> {
  const entries = body.split('</parameter>').flatMap((piece) => {
    const opening = /<parameter=([\w.-]{1,100})>\n?/u.exec(piece);
    if (opening === null) return [];
    return [[opening[1] ?? '', piece.slice(opening.index + opening[0].length).replace(/\n$/u, '')] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the call in the only block of an answer; none for several blocks, which mini-swe-agent rejects. */
function blockCalls(text: string): readonly TextCall[] {
  const [opening, ...more] = text.matchAll(/^```(?:bash|mswea_bash_command|sh)[ \t]*\n/gmu);
  if (opening === undefined || more.length > 0) return [];
  const start = opening.index + opening[0].length;
  const close = text.indexOf('\n```', start - 1);
  if (close < 0) return [];
  const command = text.slice(start, Math.max(start, close));
  return [{ name: 'bash', arguments: { command }, start: opening.index, end: close + 4 }];
}
