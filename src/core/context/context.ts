import type { EntryId, ReplacedMessage } from '../log/entry.ts';
import type { Message } from '../log/message.ts';

/**
 * How an item was made:
 * - `verbatim`, `pinned`: a message in full, or the placeholder for a missing tool result
 * - `excluded`: the placeholder for a tool result that the person excluded
 * - the values of `ReplacedMessage['as']`: a shortened message
 * - `system`: the system text
 *
 * The other values are for the single item that stands in for the messages that left the context. The first value that
 * applies is used:
 * - `summary`: the item contains a summary
 * - `notes`: the item contains notes
 * - `note`: the item contains only other blocks, such as observations, or is the opening note (`openingItem`)
 * - `digest`: the item contains no block, but only finished stages or the model's plan
 */
export type Treatment =
  | ('verbatim' | 'pinned' | 'excluded' | 'system' | ReplacedMessage['as'])
  | ('notes' | 'summary' | 'digest' | 'note');

/** One message of the context. */
export interface ContextItem {
  readonly message: Message;
  readonly treatment: Treatment;
  /** The ids of the log entries from which the item was made. */
  readonly entries: readonly EntryId[];
}

/** The model's next input: system text, notes and messages, in this order. */
export type Context = readonly ContextItem[];
