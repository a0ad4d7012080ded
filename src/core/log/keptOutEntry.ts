import type { EntryBase, MessageId } from './entry.ts';

/**
 * A tool's result that was too large to stand in the context as it came: head, tail, what matters and the address stand in
 * its place until a compaction shortens it further. A pin brings it back whole.
 */
export interface KeptOutEntry extends EntryBase {
  readonly kind: 'keptOut';
  readonly target: MessageId;
  /** Made of the masked text when the result came, so that no update changes the context; its secrets are masked for good. */
  readonly text: string;
}
