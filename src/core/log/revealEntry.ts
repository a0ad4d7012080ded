import type { EntryBase, MessageId, SecretSpan } from './entry.ts';

/** "Send this one": a secret of a message is no longer masked. "Not a Secret": its value is masked nowhere in the session. */
export interface RevealEntry extends EntryBase {
  readonly kind: 'reveal';
  readonly target: MessageId;
  readonly span: SecretSpan;
  readonly everywhere?: true;
}
