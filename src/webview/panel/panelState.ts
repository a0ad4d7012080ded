import type { PanelSnapshot } from '../../shared/panelView.ts';

/**
 * Returns the snapshot. If it is of the same session as the state before, e.g. after an undo, adds the selected event,
 * the open message and `isAsked` of that state.
 */
export function withSelection(snapshot: PanelSnapshot, before: PanelSnapshot | undefined): PanelSnapshot {
  if (before?.sessionId !== snapshot.sessionId) return snapshot;
  const { selectedEvent, shownMessage, isAsked } = before;
  const isThere = selectedEvent !== undefined && snapshot.timeline.some(({ id }) => id === selectedEvent);
  return {
    ...(shownMessage !== undefined && { shownMessage }),
    ...(isAsked !== undefined && { isAsked }),
    ...snapshot,
    ...(snapshot.selectedEvent === undefined && isThere && { selectedEvent }),
  };
}

/** Returns the state. Once the open question is answered, the preview of its compaction becomes an ordinary one. */
export function withoutAnswered(panel: PanelSnapshot, before: PanelSnapshot | undefined): PanelSnapshot {
  const isAnswered = before?.gauge?.question !== undefined && panel.gauge?.question === undefined;
  return isAnswered && panel.isAsked === true ? { ...panel, isAsked: false } : panel;
}

/** Returns the values that a preview depends on: it is planned again when one of them changes. */
export function previewBasis(panel: PanelSnapshot): readonly unknown[] {
  const { context, strategy, stages, memories, gauge } = panel;
  return [context, strategy, stages, memories, gauge?.usableTokens];
}

/** Returns the event to show: the selected one, else the newest compaction. */
export function shownEvent(state: PanelSnapshot): string | undefined {
  return state.selectedEvent ?? state.timeline.findLast(({ type }) => type === 'compaction')?.id;
}
