import type { CountTokens } from '../ports.ts';
import type { EntryId } from '../log/entry.ts';
import { opaqueTexts, type ImagePart, type Message, type Part } from '../log/message.ts';
import type { ContextItem } from './context.ts';
import { TOKENS_PER_IMAGE, type CountImage } from './imageTokens.ts';
import { isRecord } from './record.ts';

/** The number of tokens that a provider's framing adds to each message. */
export const TOKENS_PER_MESSAGE = 4;
/**
 * Fields for the provider are mostly encrypted, so our tokenizers can't count their tokens. A token has about four
 * characters, and takes more than five characters in base64. So five is a safe estimate.
 */
const OPAQUE_CHARACTERS_PER_TOKEN = 5;

/**
 * Returns the token count of a message as it is sent: contents, tool names and arguments, fields for the provider, and
 * framing. Every image counts as an average image.
 */
export function countMessage(message: Message, count: CountTokens): number {
  const opaque = opaqueTexts(message).reduce((sum, { length }) => sum + length, 0);
  return message.parts.reduce(
    (sum, part) => sum + countPart(part, count),
    TOKENS_PER_MESSAGE + Math.ceil(opaque / OPAQUE_CHARACTERS_PER_TOKEN),
  );
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
 * Counts the tokens of messages and texts, and caches the counts. The stored counts in `known` come from the side-car,
 * an index file beside the log. A stored count is for the logged message without its reasoning, with every image
 * counted as an average image. The cache uses messages as keys, because a message stays the same object as long as its
 * content is the same.
 */
export class TokenAccount {
  readonly #byMessage = new WeakMap<Message, number>();
  readonly #byText = new Map<string, number>();
  readonly #byContext = new WeakMap<readonly ContextItem[], number>();

  /**
   * Counts the tokens of a text, with cached counts of its lines. Saves time for notes, since most of their lines recur
   * in later notes.
   */
  readonly ofLines: CountTokens;

  constructor(
    readonly count: CountTokens,
    readonly known: ReadonlyMap<EntryId, number> = new Map<EntryId, number>(),
    readonly countImage: CountImage = () => TOKENS_PER_IMAGE,
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
    const counted = (id === undefined ? undefined : this.known.get(id)) ?? countMessage(message, countText);
    const tokens = imagesOf(message).reduce(
      (sum, image) => sum + this.countImage(image) - TOKENS_PER_IMAGE,
      counted,
    );
    this.#byMessage.set(message, tokens);
    return tokens;
  }

  ofItem(item: ContextItem): number {
    const isAsLogged = item.treatment === 'verbatim' || item.treatment === 'pinned';
    const id = isAsLogged && item.entries.length === 1 ? item.entries[0] : undefined;
    // The placeholder for a missing result has no tool name. Its id is the id of the message with the call, so the
    // stored count for this id is not the count of the placeholder.
    return this.ofMessage(
      item.message,
      item.message.role === 'tool' && item.message.toolName === '' ? undefined : id,
    );
  }

  /**
   * Counts a text in a message. Caches the counts of short texts by text, because different messages may contain the
   * same short text, such as a stub.
   */
  readonly #countPart = (text: string): number =>
    text.length <= LONGEST_REMEMBERED ? this.ofText(text) : this.count(text);

  ofContext(context: readonly ContextItem[]): number {
    const known = this.#byContext.get(context);
    if (known !== undefined) return known;
    const tokens = context.reduce((sum, item) => sum + this.ofItem(item), 0);
    this.#byContext.set(context, tokens);
    return tokens;
  }

  /** Returns the token count of the images in a context. */
  ofImages(context: readonly Pick<ContextItem, 'message'>[]): number {
    return context.reduce((sum, { message }) => sum + this.#imageTokens(message), 0);
  }

  #imageTokens(message: Message): number {
    return imagesOf(message).reduce((sum, image) => sum + this.countImage(image), 0);
  }
}

export function imagesOf({ parts }: Message): readonly ImagePart[] {
  return (parts as readonly Part[]).filter((part) => part.type === 'image');
}

/** Matches the beginning of a line that is not blank and does not begin with a slash. */
const LINE_START = /(?<=\n)(?=[ \t]*[^\s/])/;
const MOST_REMEMBERED = 20_000;

/**
 * Returns a counter for texts whose lines recur. The counter caches the counts of lines. The result is exact for the
 * encodings of the GPT models: their tokens cross the end of a line only before blank lines and slashes, and the text
 * is not cut there.
 */
export function countByLines(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return (text) => {
    let tokens = 0;
    for (const line of text.split(LINE_START)) {
      let own = known.get(line);
      if (own === undefined) {
        own = count(line);
        if (known.size >= MOST_REMEMBERED) known.clear();
        known.set(line, own);
      }
      tokens += own;
    }
    return tokens;
  };
}
