import type { EntryId, ReplacedMessage } from '../log/entry.ts';
import type { Message } from '../log/message.ts';

/** The treatment of an item: a message's treatment, the system text, or a block of Longthread's notes by its kind. */
export type Treatment =
  | ('verbatim' | 'pinned' | 'excluded' | 'system' | ReplacedMessage['as'])
  | ('notes' | 'summary' | 'digest' | 'note');

/** One message of the context. */
export interface ContextItem {
  readonly message: Message;
  readonly treatment: Treatment;
  /** The ids of the log entries that the item is made from, oldest first. */
  readonly entries: readonly EntryId[];
}

/** The model's next input, in order: system, record, messages. */
export type Context = readonly ContextItem[];
