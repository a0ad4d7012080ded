import type { EntryBase, MessageId } from './entry.ts';

/** Pins a message (`on`), so that it stands word for word through all compactions, or unpins it. */
export interface PinEntry extends EntryBase {
  readonly kind: 'pin';
  readonly target: MessageId;
  readonly on: boolean;
}
