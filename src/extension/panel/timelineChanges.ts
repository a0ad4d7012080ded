import type { PanelDelta, TimelineItem } from '../../shared/panelView.ts';

/**
 * What turns one timeline into another: items that changed or took the place of the last one, and new ones.
 * Undefined when an item went away, which takes a snapshot to tell.
 */
export function timelineChanges(
  before: readonly TimelineItem[],
  after: readonly TimelineItem[],
): readonly PanelDelta[] | undefined {
  if (after.length < before.length) return undefined;
  const replaced = before.flatMap((old, index): readonly PanelDelta[] => {
    const item = after[index];
    if (item === undefined || JSON.stringify(old) === JSON.stringify(item)) return [];
    return [{ type: 'timelineReplaced', id: old.id, item }];
  });
  const added = after.slice(before.length);
  return added.length === 0 ? replaced : [...replaced, { type: 'timelineAppended', items: added }];
}
