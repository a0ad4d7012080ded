import type { ChatDelta } from '../../core/ports.ts';
import { toolCallsOf, type Message } from '../../core/log/message.ts';

/** Nobody counts it before it is sent, so it must stay small beside a window: some 25,000 tokens. */
const MOST_CHARACTERS = 100_000;

/**
 * What a model thought before each call of the turn under way, in memory only. DeepSeek and Kimi want it back with the call
 * (https://api-docs.deepseek.com/guides/thinking_mode) and go on thinking from there; the log's context has none.
 */
export class KeptReasoning {
  readonly #byCall = new Map<string, string>();
  #characters = 0;

  /** Hears the deltas of one answer; what was thought is kept once it called something. */
  listener(): (delta: ChatDelta) => void {
    let thought = '';
    return (delta) => {
      if (delta.type === 'reasoning') thought += delta.text;
      if (delta.type !== 'toolCall' || delta.callId === undefined || thought === '') return;
      this.#keep(delta.callId, thought);
    };
  }

  /** The messages with what was thought before the calls since the person spoke. */
  addTo(messages: readonly Message[]): readonly Message[] {
    const turn = messages.findLastIndex(({ role }) => role === 'user');
    return messages.map((message, at) => {
      const [call] = at > turn ? toolCallsOf(message) : [];
      const text = call === undefined ? undefined : this.#byCall.get(call.callId);
      if (text === undefined || message.role !== 'assistant') return message;
      return { ...message, parts: [{ type: 'reasoning', text }, ...message.parts] };
    });
  }

  #keep(callId: string, thought: string): void {
    this.#characters += thought.length - (this.#byCall.get(callId)?.length ?? 0);
    this.#byCall.set(callId, thought);
    for (const [oldest, text] of this.#byCall) {
      if (this.#characters <= MOST_CHARACTERS) return;
      this.#byCall.delete(oldest);
      this.#characters -= text.length;
    }
  }
}
