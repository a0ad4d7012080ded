import type { ContextItemView, PanelDelta } from '../../shared/panelView.ts';

/**
 * What turns one context into another: the stretch between what stays the same at its beginning and at its end. Undefined
 * where nothing changed. However long the session, a message more is told by the few items that it changes.
 */
export function contextChanges(
  before: readonly ContextItemView[],
  after: readonly ContextItemView[],
): Extract<PanelDelta, { readonly type: 'contextChanged' }> | undefined {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && isSame(before[from], after[from])) from++;
  let same = 0;
  while (same < shorter - from && isSame(before.at(-1 - same), after.at(-1 - same))) same++;
  const removed = before.length - from - same;
  const items = after.slice(from, after.length - same);
  return removed === 0 && items.length === 0 ? undefined : { type: 'contextChanged', from, removed, items };
}

function isSame(a: ContextItemView | undefined, b: ContextItemView | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    a.id === b.id &&
    a.role === b.role &&
    a.treatment === b.treatment &&
    a.label === b.label &&
    a.tokens === b.tokens &&
    a.reason === b.reason &&
    a.originCount === b.originCount &&
    a.origins.every((id, index) => id === b.origins[index])
  );
}
