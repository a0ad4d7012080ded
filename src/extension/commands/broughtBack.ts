import type { Draft } from '../../core/log/entry.ts';

/** Says what was done to bring a message back: one that was only kept from the model is not pinned for it. */
export function broughtBack(drafts: readonly Draft[]): string {
  return drafts.some((draft) => draft.kind === 'pin' && draft.on)
    ? 'Brought back whole, and pinned: no compaction touches it'
    : 'Brought back whole: the model sees it again';
}
