import type { Draft } from '../../core/log/entry.ts';

/** Returns the sentence on how a message was brought back. A message that was only excluded is not pinned. */
export function broughtBack(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'Brought back whole, and pinned: no compaction touches it'
    : 'Brought back whole: the model sees it again';
}
