import type { EntryBase, MessageId } from './entry.ts';

/** Pins a message (`on`) or unpins it. All compactions keep a pinned message word for word. */
export interface PinEntry extends EntryBase {
  readonly kind: 'pin';
  readonly target: MessageId;
  readonly on: boolean;
}
