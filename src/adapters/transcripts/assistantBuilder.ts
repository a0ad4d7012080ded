import type { AssistantMessage, AssistantPart, FinishReason, Usage } from '../../core/log/message.ts';

/** Builds an assistant message from pieces that are read one after another. */
export class AssistantBuilder {
  readonly #parts: AssistantPart[] = [];
  readonly #message: { -readonly [K in keyof AssistantMessage]: AssistantMessage[K] };

  constructor(model?: string) {
    this.#message = { role: 'assistant', parts: this.#parts };
    if (model !== undefined) this.#message.model = model;
  }

  /** The message so far. Parts that are added later become parts of the same object. */
  get message(): AssistantMessage {
    return this.#message;
  }

  add(parts: readonly AssistantPart[]): void {
    for (const part of parts) if (part.type === 'toolCall' || part.text !== '') this.#parts.push(part);
  }

  end(finish: FinishReason | undefined, usage: Usage | undefined): void {
    if (finish !== undefined) this.#message.finish = finish;
    if (usage !== undefined) this.#message.usage = usage;
  }
}

/** Converts a provider's or client's name of a finish reason. Returns undefined for an unknown name. */
export function finishOf(reason: string | undefined): FinishReason | undefined {
  return reason === undefined ? undefined : FINISH_REASONS.get(reason);
}

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'toolCalls'],
  ['toolUse', 'toolCalls'],
  ['tool_calls', 'toolCalls'],
  ['function_call', 'toolCalls'],
  ['max_tokens', 'length'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['refusal', 'filtered'],
  ['aborted', 'interrupted'],
  ['error', 'interrupted'],
] as const);
