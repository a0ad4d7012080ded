import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { CompactionEntry, CompactionEvent } from '../../core/log/entry.ts';
import type { Compaction, Session } from '../../core/log/session.ts';
import type { CompactionRow } from '../../shared/chatView.ts';

/**
 * Converts the token counts of an event to the provider's tokens, as the gauge shows them. Does not convert the counts
 * in `summary`, since these are usually the provider's own counts.
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

/** Returns whether a compaction can be undone, and whether it can be redone. */
export function undoAndRedoOf(
  { entry, state }: Compaction,
  { session, isReadOnly }: { readonly session: Pick<Session, 'redoable'>; readonly isReadOnly: boolean },
): Pick<CompactionRow, 'canUndo' | 'canRedo'> {
  return {
    canUndo: state === 'live' && !isReadOnly,
    canRedo: session.redoable.includes(entry.id) && !isReadOnly,
  };
}

/** Returns the state of a compaction for display. */
export function compactionState({ entry, state }: Compaction): CompactionRow['state'] {
  if (state !== 'live') return state;
  return entry.prosePending ? 'prosePending' : 'done';
}

/** Returns how a compaction started. `urgent` means that the window was nearly full or too small for the request. */
export function begun({ reason, tier }: Pick<CompactionEntry['event'], 'reason' | 'tier'>): string {
  if (reason === 'manual') return 'by you';
  return reason === 'threshold' && tier !== 'emergency' ? 'automatically' : 'urgent';
}
