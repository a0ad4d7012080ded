import type { EntryBase, MessageId } from './entry.ts';

/**
 * Marks a tool result as too large for the context. An excerpt (head, tail, important lines and address) replaces it
 * until a compaction shortens it further. A pin restores it whole.
 */
export interface KeptOutEntry extends EntryBase {
  readonly kind: 'keptOut';
  readonly target: MessageId;
  /**
   * The excerpt of the masked text. Stored, so that a later version of the extension does not change the context. The
   * values of its secrets are not stored.
   */
  readonly text: string;
}
