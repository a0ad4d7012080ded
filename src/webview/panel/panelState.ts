import type { PanelSnapshot } from '../../shared/panelView.ts';
import type { Kept } from './previewWork.ts';

/** The content of the wide column. The preview fills the whole width of the panel instead. */
export type Shown = 'event' | 'preview' | 'comparison' | 'message';

/** Returns the content that the host requests, according to the fields that it set; undefined if it requests none. */
export function askedContent(
  isSet: (field: 'selectedEvent' | 'isPreviewing' | 'shownMessage') => boolean,
): Shown | undefined {
  if (isSet('shownMessage')) return 'message';
  if (isSet('isPreviewing')) return 'preview';
  return isSet('selectedEvent') ? 'event' : undefined;
}

/**
 * Returns the state after a snapshot. Fields that the snapshot sets take precedence. If the snapshot shows the same
 * session, e.g. after an undo, keeps the open message, the selected event if it still exists, and `isAsked` until the
 * open question is answered. If the snapshot is the page's first or shows another session, and the stored preview of
 * its session is open (`kept.isOpen`), sets `isAsked`. The value is true if `kept.isAsked` is true and the session
 * still has an open question, otherwise false.
 */
export function stateFrom(
  snapshot: PanelSnapshot,
  before: PanelSnapshot | undefined,
  kept: Pick<Kept, 'isOpen' | 'isAsked'>,
): PanelSnapshot {
  if (before?.sessionId === snapshot.sessionId)
    return withoutAnswered(withSelection(snapshot, before), before);
  if (!kept.isOpen || snapshot.isAsked !== undefined) return snapshot;
  return { ...snapshot, isAsked: kept.isAsked && snapshot.gauge?.question !== undefined };
}

function withSelection(snapshot: PanelSnapshot, before: PanelSnapshot): PanelSnapshot {
  const { selectedEvent, shownMessage, isAsked } = before;
  const isThere = selectedEvent !== undefined && snapshot.timeline.some(({ id }) => id === selectedEvent);
  return {
    ...(shownMessage !== undefined && { shownMessage }),
    ...(isAsked !== undefined && { isAsked }),
    ...snapshot,
    ...(snapshot.selectedEvent === undefined && isThere && { selectedEvent }),
  };
}

/** Returns `panel`. If the question open in `before` is no longer open, changes `isAsked` from true to false. */
export function withoutAnswered(panel: PanelSnapshot, before: PanelSnapshot): PanelSnapshot {
  const isAnswered = before.gauge?.question !== undefined && panel.gauge?.question === undefined;
  return isAnswered && panel.isAsked === true ? { ...panel, isAsked: false } : panel;
}

/** Returns whether a preview must be planned again, because one of the values on which it depends has changed. */
export function isPreviewOutdated(panel: PanelSnapshot, before: PanelSnapshot): boolean {
  const basis = previewBasis(before);
  return previewBasis(panel).some((value, index) => value !== basis[index]);
}

function previewBasis({ context, strategy, stages, memories, gauge }: PanelSnapshot): readonly unknown[] {
  return [context, strategy, stages, memories, gauge?.usableTokens];
}

/** Returns the id of the event to show: the selected event or, if no event is selected, the newest compaction. */
export function shownEvent(state: PanelSnapshot): string | undefined {
  return state.selectedEvent ?? state.timeline.findLast(({ type }) => type === 'compaction')?.id;
}
