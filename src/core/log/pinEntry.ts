import type { EntryBase, MessageId } from './entry.ts';

/** A pin on a message: it stands word for word, whatever is compacted (`on`), or no longer. */
export interface PinEntry extends EntryBase {
  readonly kind: 'pin';
  readonly target: MessageId;
  readonly on: boolean;
}
