import type { EntryBase, MessageId } from './entry.ts';

/**
 * The person's decision on a rule: the rule holds (`on`) or is struck. The rule was found in a message or typed as a
 * rule. The newest decision on a text counts.
 */
export interface RuleEntry extends EntryBase {
  readonly kind: 'rule';
  readonly text: string;
  readonly on: boolean;
  /** The message in which the rule was found. Absent if the person typed the rule. */
  readonly source?: MessageId;
}
