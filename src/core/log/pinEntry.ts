import type { EntryBase, MessageId } from './entry.ts';

/** Pins a message (`on`), so that all compactions keep it word for word, or unpins it. */
export interface PinEntry extends EntryBase {
  readonly kind: 'pin';
  readonly target: MessageId;
  readonly on: boolean;
}
