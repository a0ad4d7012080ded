import type { EntryBase, MessageId, SecretSpan } from './entry.ts';

/** Unmasks a secret: in one message ("Send this secret"), or everywhere in the session ("Not a Secret"). */
export interface RevealEntry extends EntryBase {
  readonly kind: 'reveal';
  readonly target: MessageId;
  readonly span: SecretSpan;
  readonly everywhere?: true;
}
