import type { Draft } from '../../core/log/entry.ts';

/**
 * Returns the notice for a message that these entries bring back. They also pin it, unless the person's exclusion alone
 * had removed it.
 */
export function broughtBackSentence(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'Brought back whole, and pinned: no compaction touches it'
    : 'Brought back whole: the model sees it again';
}
