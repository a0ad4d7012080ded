import type { EntryBase, MessageId } from './entry.ts';

/**
 * Marks a tool result as too large for the context. An excerpt (head, tail, important lines and address) replaces the
 * result until a compaction shortens it further. If the person pins the message, the whole result returns.
 */
export interface KeptOutEntry extends EntryBase {
  readonly kind: 'keptOut';
  readonly target: MessageId;
  /**
   * The excerpt of the masked text, without the values of secrets. It is stored, so that a later version of the
   * extension does not change the context.
   */
  readonly text: string;
}
