import type { CountTokens } from '../ports.ts';
import type { EntryId } from '../log/entry.ts';
import type { Message, Part } from '../log/message.ts';
import type { ContextItem } from './context.ts';
import { countByLines } from './countByLines.ts';
import { isRecord } from './record.ts';

/** What a provider's framing adds to each message. */
export const TOKENS_PER_MESSAGE = 4;
/** A middling image: providers charge by size, which is not always known. */
export const TOKENS_PER_IMAGE = 1_100;

/** What is guessed for the images of a context; the rest of its count is of texts. */
export function imageTokensOf(context: readonly Pick<ContextItem, 'message'>[]): number {
  const images = context.flatMap(({ message }) => message.parts.filter(({ type }) => type === 'image'));
  return images.length * TOKENS_PER_IMAGE;
}

/** A message's tokens as sent: contents, tool names and arguments, plus the framing. */
export function countMessage(message: Message, count: CountTokens): number {
  return message.parts.reduce((sum, part) => sum + countPart(part, count), TOKENS_PER_MESSAGE);
}

function countPart(part: Part, count: CountTokens): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return count(part.text);
    case 'toolCall':
      return count(part.name) + count(part.arguments);
    case 'file':
      return count(part.path) + count(part.text);
    case 'image':
      return TOKENS_PER_IMAGE;
  }
}

const LONGEST_REMEMBERED = 4_000;

/**
 * Tokens of messages and texts, each counted once. Known counts (from the side-car) are of the message as
 * logged, without its reasoning; a message is the same object as long as it says the same.
 */
export class TokenAccount {
  readonly #byMessage = new WeakMap<Message, number>();
  readonly #byText = new Map<string, number>();

  /** Tokens of a text whose lines come again, as a record's do from plan to plan. */
  readonly ofLines: CountTokens;

  constructor(
    readonly count: CountTokens,
    readonly known: ReadonlyMap<EntryId, number> = new Map<EntryId, number>(),
  ) {
    this.ofLines = countByLines(count);
  }

  ofText(text: string): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const tokens = this.count(text);
    this.#byText.set(text, tokens);
    return tokens;
  }

  ofMessage(message: Message, id?: EntryId): number {
    const memo = this.#byMessage.get(message);
    if (memo !== undefined) return memo;
    const countText = isRecord(message) ? this.ofLines : this.#countPart;
    const tokens = (id === undefined ? undefined : this.known.get(id)) ?? countMessage(message, countText);
    this.#byMessage.set(message, tokens);
    return tokens;
  }

  ofItem(item: ContextItem): number {
    const isAsLogged = item.treatment === 'verbatim' || item.treatment === 'pinned';
    const id = isAsLogged && item.entries.length === 1 ? item.entries[0] : undefined;
    return this.ofMessage(
      item.message,
      item.message.role === 'tool' && item.message.toolName === '' ? undefined : id,
    );
  }

  /** Short texts (stubs, blocks) are made anew by each projection, so they are remembered by what they say. */
  readonly #countPart = (text: string): number =>
    text.length <= LONGEST_REMEMBERED ? this.ofText(text) : this.count(text);

  ofContext(context: readonly ContextItem[]): number {
    return context.reduce((sum, item) => sum + this.ofItem(item), 0);
  }
}
