import type { PanelDelta, PanelSnapshot, TimelineItem } from '../../shared/panelView.ts';

/** What the panel shows now: the last snapshot with every delta since. */
export function applyDelta(state: PanelSnapshot, delta: PanelDelta): PanelSnapshot {
  switch (delta.type) {
    case 'timelineAppended':
      return { ...state, timeline: [...state.timeline, ...delta.items] };
    case 'timelineReplaced':
      return { ...state, timeline: replaceItem(state.timeline, delta.id, delta.item) };
    case 'contextChanged':
      return { ...state, context: spliced(state.context, delta) };
    case 'gaugeChanged':
      return { ...state, gauge: delta.gauge };
    case 'memoriesChanged':
      return { ...state, memories: delta.memories, memoryOffers: delta.memoryOffers };
    case 'stagesChanged':
      return { ...state, stages: delta.stages };
    case 'regretsChanged':
      return { ...state, regrets: delta.regrets };
    case 'strategyChanged':
      return { ...state, strategy: delta.strategy };
    case 'writingChanged':
      return { ...state, writing: delta.writing };
    case 'titleChanged':
      return { ...state, title: delta.title, readOnlyReason: delta.readOnlyReason };
    case 'eventSelected':
      return { ...state, selectedEvent: delta.id };
    case 'messageOpened':
      return { ...state, shownMessage: delta.id };
    case 'previewOpened':
      return { ...state, isAsked: delta.isAsked === true };
  }
}

function spliced(
  context: PanelSnapshot['context'],
  { from, removed, items }: Extract<PanelDelta, { readonly type: 'contextChanged' }>,
): PanelSnapshot['context'] {
  return [...context.slice(0, from), ...items, ...context.slice(from + removed)];
}

function replaceItem(
  timeline: readonly TimelineItem[],
  id: string,
  item: TimelineItem,
): readonly TimelineItem[] {
  return timeline.map((each) => (each.id === id ? item : each));
}

/** A snapshot in the midst of a session, as after an undo, leaves the event selected and the message open that were. */
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

/** What a plan is made from: whatever else changes, it stays as it is. */
export function planBasis(panel: PanelSnapshot): readonly unknown[] {
  const { context, strategy, stages, memories, gauge } = panel;
  return [context, strategy, stages, memories, gauge?.usableTokens];
}

/** The event to show: the one asked for, else the newest compaction. */
export function shownEvent(state: PanelSnapshot): string | undefined {
  return state.selectedEvent ?? state.timeline.findLast(({ type }) => type === 'compaction')?.id;
}
