import type { EntryBase, MessageId } from './entry.ts';

/**
 * The person's decision on a rule: it holds (`on`), whether it was found or typed, or it is struck. The newest decision
 * on a text counts.
 */
export interface RuleEntry extends EntryBase {
  readonly kind: 'rule';
  readonly text: string;
  readonly on: boolean;
  /** The message that it was found in; absent if it was typed as a rule. */
  readonly source?: MessageId;
}
