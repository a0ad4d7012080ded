import type { Message, UserPart } from '../../core/log/message.ts';
import { userPartsOf } from './anthropicBlocks.ts';

/**
 * Follows Claude Code's queue of messages typed while the assistant works. A message taken for the next turn
 * (`dequeue`) has a line of its own; one delivered during a turn (`remove`) has one only in newer versions.
 */
export class TypedAhead {
  #waiting: string[] = [];
  readonly #handedOver = new Map<string, Message>();
  /** Messages that are repeated by a later line. */
  readonly stoodTwice = new Set<Message>();

  /** Returns the message that an operation delivers in the middle of a turn. */
  take(operation: string, content: string | undefined): Message | undefined {
    if (operation === 'enqueue' && content !== undefined) this.#waiting.push(content);
    if (operation === 'popAll') this.#waiting = [];
    const text = operation === 'remove' || operation === 'dequeue' ? this.#waiting.shift() : undefined;
    const parts = text === undefined || isTask(text) ? [] : (userPartsOf({ type: 'text', text }) ?? []);
    if (operation !== 'remove' || text === undefined || parts.length === 0) return undefined;
    const message: Message = { role: 'user', parts };
    this.#handedOver.set(wordsOf(parts), message);
    return message;
  }

  /** Handles a line of its own, which repeats words that were delivered before. */
  stands(parts: readonly UserPart[]): void {
    const message = this.#handedOver.get(wordsOf(parts));
    if (message !== undefined) this.stoodTwice.add(message);
    this.#handedOver.delete(wordsOf(parts));
  }
}

/** Returns whether a text is a background task, which older versions write into the same queue as JSON. */
function isTask(text: string): boolean {
  return text.startsWith('{"task_id":') && text.includes('"task_type":');
}

function wordsOf(parts: readonly UserPart[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}
