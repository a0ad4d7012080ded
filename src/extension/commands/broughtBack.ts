import type { Draft } from '../../core/log/entry.ts';

/**
 * Returns the notice for a message that these entries bring back. The entries also pin the message, unless it was
 * missing only because the person had excluded it.
 */
export function broughtBackSentence(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'The message is whole in the context again, and pinned'
    : 'The message is whole in the context again';
}
