import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { CompactionEntry, CompactionEvent } from '../../core/log/entry.ts';
import type { Compaction, Session } from '../../core/log/session.ts';
import type { CompactionRow } from '../../shared/chatView.ts';

/**
 * Returns the figures with our own token counts converted to those that the gauge shows. The usage of a model is in its
 * provider's count already.
 */
export function shownEvent(event: CompactionEvent, shown: ShownTokens = asCounted): CompactionEvent {
  return {
    ...event,
    tokensBefore: shown(event.tokensBefore),
    tokensAfter: shown(event.tokensAfter),
    summaryTokens: shown(event.summaryTokens),
    passes: event.passes.map((pass) => ({
      ...pass,
      tokensBefore: shown(pass.tokensBefore),
      tokensAfter: shown(pass.tokensAfter),
    })),
  };
}

type Ways = Pick<CompactionRow, 'canUndo' | 'canRedo'>;

/** Returns whether a compaction can be undone, and whether it can be redone. */
export function waysOf(
  { entry, state }: Compaction,
  { session, isReadOnly }: { readonly session: Pick<Session, 'redoable'>; readonly isReadOnly: boolean },
): Ways {
  return {
    canUndo: state === 'live' && !isReadOnly,
    canRedo: session.redoable.includes(entry.id) && !isReadOnly,
  };
}

/** Returns the state of a compaction as the person sees it. */
export function compactionState({ entry, state }: Compaction): CompactionRow['state'] {
  if (state !== 'live') return state;
  return entry.prosePending ? 'prosePending' : 'done';
}

/** Returns who or what started a compaction. It was urgent if the window was nearly full or too small. */
export function begun({ reason, tier }: Pick<CompactionEntry['event'], 'reason' | 'tier'>): string {
  if (reason === 'manual') return 'by you';
  return reason === 'threshold' && tier !== 'emergency' ? 'automatically' : 'urgent';
}
