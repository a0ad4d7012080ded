import type { ChatDelta } from '../ports.ts';
import type { AssistantMessage, AssistantPart, FinishReason, OpaqueItems, Usage } from '../log/message.ts';

interface OpenCall {
  callId: string;
  name: string;
  arguments: string;
}

type OpenPart =
  | { readonly type: 'text' | 'reasoning'; text: string }
  | { readonly type: 'toolCall'; readonly call: OpenCall };

export interface AssemblerOptions {
  readonly model: string;
  /** Returns a new id for a call whose id is missing or was already used. */
  readonly newCallId: () => string;
}

/** Assembles an assistant message from its deltas. The parts are in the order in which they began. */
export class StreamAssembler {
  readonly #options: AssemblerOptions;
  readonly #parts: OpenPart[] = [];
  readonly #calls = new Map<number, OpenCall>();
  readonly #callIds = new Set<string>();
  #finish: FinishReason | undefined;
  #usage: Usage | undefined;
  #opaque: OpaqueItems | undefined;

  constructor(options: AssemblerOptions) {
    this.#options = options;
  }

  add(delta: ChatDelta): void {
    switch (delta.type) {
      case 'text':
      case 'reasoning':
        this.#addText(delta.type, delta.text);
        break;
      case 'thoughtSoFar':
        this.#thinkAllSoFar();
        break;
      case 'toolCall':
        this.#addCall(delta);
        break;
      case 'opaque':
        this.#opaque = delta.items;
        break;
      case 'finish':
        this.#finish = delta.reason;
        this.#usage = delta.usage;
    }
  }

  get finish(): FinishReason | undefined {
    return this.#finish;
  }

  /** Whether text or a call arrived. Reasoning alone does not count, since the model can generate it again. */
  get hasAnswer(): boolean {
    return this.#parts.flatMap(finishedPart).some(isAnswer);
  }

  /**
   * Returns the message so far. If the stream did not finish, the message is marked as `interrupted`. Omits calls
   * without a name.
   */
  message(): AssistantMessage {
    return {
      role: 'assistant',
      parts: this.#parts.flatMap(finishedPart),
      model: this.#options.model,
      finish: this.#finish ?? 'interrupted',
      ...(this.#usage && { usage: this.#usage }),
      // If the stream did not finish, the opaque items may be incomplete, so they are left out.
      ...(this.#opaque && this.#finish && { opaque: this.#opaque }),
    };
  }

  #addText(type: 'text' | 'reasoning', text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type) last.text += text;
    else if (text !== '') this.#parts.push({ type, text });
  }

  /** Turns all text that arrived so far into reasoning. */
  #thinkAllSoFar(): void {
    for (const part of this.#parts.splice(0))
      if (part.type === 'toolCall') this.#parts.push(part);
      else this.#addText('reasoning', part.text);
  }

  #addCall(delta: Extract<ChatDelta, { type: 'toolCall' }>): void {
    const call = this.#calls.get(delta.index) ?? this.#openCall(delta.index, delta.callId);
    call.name += delta.name ?? '';
    const { arguments: written = '' } = delta;
    call.arguments =
      isEmptyObject(call.arguments) && /^\s*\{/.test(written) ? written : call.arguments + written;
  }

  #openCall(index: number, offered: string | undefined): OpenCall {
    const isUsable = offered !== undefined && offered !== '' && !this.#callIds.has(offered);
    const callId = isUsable ? offered : this.#options.newCallId();
    this.#callIds.add(callId);
    const call = { callId, name: '', arguments: '' };
    this.#calls.set(index, call);
    this.#parts.push({ type: 'toolCall', call });
    return call;
  }
}

/** Returns whether the text is an empty object, which some endpoints send before the real arguments. */
export function isEmptyObject(text: string): boolean {
  return text.length < 10 && /^\s*\{\s*\}\s*$/.test(text);
}

function finishedPart(part: OpenPart): readonly AssistantPart[] {
  if (part.type !== 'toolCall') return part.text === '' ? [] : [{ type: part.type, text: part.text }];
  const name = plainName(part.call.name);
  if (name === '') return [];
  return [{ type: 'toolCall', ...part.call, name, arguments: unwrapped(part.call.arguments) }];
}

/**
 * Returns a tool's name without white space, and without the parts of gpt-oss's format that servers leave in the name:
 * `functions.look`, `look<|channel|>commentary` (https://github.com/vllm-project/vllm/issues/32587).
 */
function plainName(written: string): string {
  const name = written.replace(/<\|[^]*/, '').trim();
  return name.replace(/^functions\.(?=.)/, '');
}

/**
 * Returns the arguments of a call as an object in JSON, if possible. Decodes an object that a server encoded as a JSON
 * string. Removes a Markdown fence that a model put around the object. Escapes the line breaks and tabs in strings if
 * needed, since small models do not escape them. Returns an empty text for `null`.
 */
function unwrapped(written: string): string {
  if (written.trim() === 'null') return '';
  const fenced = /^\s*```(?:json)?\s*(\{[\s\S]*\})\s*(?:```\s*)?$/.exec(written)?.[1];
  const quoted = /^\s*"\s*\{/.test(written) ? parsedString(written) : undefined;
  return withEscapes(fenced ?? quoted ?? written);
}

/** If the arguments are not valid JSON, escapes the line breaks and tabs in their strings. */
function withEscapes(written: string): string {
  if (isJson(written)) return written;
  // The closing quote is optional. If it were required, each escaped quote in an unclosed string would start another
  // search to the end of the text.
  return written.replace(/"(?:[^"\\]|\\[^])*"?/g, (string) =>
    string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t'),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parsedString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // The JSON string is incomplete or invalid, for example because the answer broke off. So it cannot be decoded.
    return undefined;
  }
}

function isAnswer(part: AssistantPart): boolean {
  return part.type === 'toolCall' || (part.type === 'text' && part.text.trim() !== '');
}
