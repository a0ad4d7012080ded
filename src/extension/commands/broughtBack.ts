import type { Draft } from '../../core/log/entry.ts';

/** Returns the notice for a message that these entries bring back. They pin it unless it was only excluded. */
export function broughtBackSentence(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'Brought back whole, and pinned: no compaction touches it'
    : 'Brought back whole: the model sees it again';
}
