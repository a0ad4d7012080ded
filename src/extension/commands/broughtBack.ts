import type { Draft } from '../../core/log/entry.ts';

/**
 * Returns the notice that `drafts` brought a message back into the context. `drafts` also pin the message, unless it
 * was missing only because the person had excluded it.
 */
export function broughtBackSentence(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'The message is in the context word for word again, and pinned'
    : 'The message is in the context word for word again';
}
