import type { EntryId, ReplacedMessage } from '../log/entry.ts';
import type { Message } from '../log/message.ts';

/**
 * How an item was made: from a message, whole or shortened; the system text; or the one item with the notes, which is
 * called `summary` if the notes have a summary, else `notes`, else `note` if they have other blocks, and `digest` if
 * they have only finished stages or the model's plan.
 */
export type Treatment =
  | ('verbatim' | 'pinned' | 'excluded' | 'system' | ReplacedMessage['as'])
  | ('notes' | 'summary' | 'digest' | 'note');

/** One message of the context. */
export interface ContextItem {
  readonly message: Message;
  readonly treatment: Treatment;
  /** The ids of the log entries that the item is made from. */
  readonly entries: readonly EntryId[];
}

/** The model's next input, in order: system text, notes, messages. */
export type Context = readonly ContextItem[];
