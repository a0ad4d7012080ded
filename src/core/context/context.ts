import type { EntryId, ReplacedMessage } from '../log/entry.ts';
import type { Message } from '../log/message.ts';

/**
 * How an item was made: from a message, in full or shortened; from the system text; or as the single item with the
 * notes. The item with the notes is called `summary` if it contains a summary, otherwise `notes` if it contains notes,
 * otherwise `note` if it contains other blocks, and `digest` if it contains only finished stages or the model's plan.
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
