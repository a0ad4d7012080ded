import type { EntryId, ReplacedMessage } from '../log/entry.ts';
import type { Message } from '../log/message.ts';

/**
 * How an item was made. A message is in the context in full (`verbatim`, `pinned`) or shortened (`excluded`,
 * `ReplacedMessage`). The system text is `system`. The single item with the notes is `summary` if it contains a
 * summary, otherwise `notes` if it contains notes, otherwise `note` if it contains other blocks, and otherwise
 * `digest`: it then contains only finished stages or the model's plan. The opening note (`openingItem`) is also `note`.
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
