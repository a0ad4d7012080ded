import type { Message, UserPart } from '../../core/log/message.ts';
import { userPartsOf } from './anthropicBlocks.ts';

/**
 * Tracks Claude Code's queue of messages that the person types while the assistant works. The file records each change
 * of the queue. A message that begins the next turn (`dequeue`) also has a message line in the file. A message
 * delivered during a turn (`remove`) has a message line only in newer versions.
 */
export class TypedAhead {
  #waiting: string[] = [];
  /** The delivered messages that no line has repeated yet, by their words. */
  readonly #delivered = new Map<string, Message[]>();
  /** The delivered messages that a later line repeats. */
  readonly repeatedLater = new Set<Message>();

  /** Applies an operation on the queue. Returns the message that the operation delivers during a turn. */
  apply(operation: string, content: string | undefined): Message | undefined {
    if (operation === 'enqueue' && content !== undefined) this.#waiting.push(content);
    if (operation === 'popAll') this.#waiting = [];
    const text = operation === 'remove' || operation === 'dequeue' ? this.#waiting.shift() : undefined;
    const parts = text === undefined || isTask(text) ? [] : (userPartsOf({ type: 'text', text }) ?? []);
    if (operation !== 'remove' || text === undefined || parts.length === 0) return undefined;
    const message: Message = { role: 'user', parts };
    const words = wordsOf(parts);
    this.#delivered.set(words, [...(this.#delivered.get(words) ?? []), message]);
    return message;
  }

  /**
   * Takes note of a message line with these parts. If delivered messages have the same words, the line repeats the
   * oldest of these messages.
   */
  noteRepetition(parts: readonly UserPart[]): void {
    const message = this.#delivered.get(wordsOf(parts))?.shift();
    if (message !== undefined) this.repeatedLater.add(message);
  }
}

/** Returns whether a text is a background task. Older versions write such tasks into the same queue, as JSON. */
function isTask(text: string): boolean {
  return text.startsWith('{"task_id":') && text.includes('"task_type":');
}

function wordsOf(parts: readonly UserPart[]): string {
  return parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .trim();
}
