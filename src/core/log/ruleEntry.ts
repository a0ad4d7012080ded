import type { EntryBase, MessageId } from './entry.ts';

/** The person's own word on a rule: it holds (`on`), whoever found it or not, or it is struck. The newest word on a text counts. */
export interface RuleEntry extends EntryBase {
  readonly kind: 'rule';
  readonly text: string;
  readonly on: boolean;
  /** The message that it was taken from; absent where it was typed as a rule. */
  readonly source?: MessageId;
}
