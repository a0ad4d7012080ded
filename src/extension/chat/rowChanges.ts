import type { ChatDelta, ChatRow, ReplacedRow } from '../../shared/chatView.ts';

/**
 * What turns one list of rows into another, as few deltas as the usual changes need: rows that were added at the end,
 * changed in place, went away, or took the place of a row that was only there until then.
 */
export function rowChanges(before: readonly ChatRow[], after: readonly ChatRow[]): readonly ChatDelta[] {
  const afterIds = new Set(after.map(({ id }) => id));
  const replaced: ReplacedRow[] = [];
  const removed: string[] = [];
  const cut: ChatDelta[] = [];
  let next = 0;
  for (const old of before) {
    const now = after[next];
    if (now !== undefined && (now.id === old.id || takesPlaceOf(now, old, afterIds))) {
      if (!isSameRow(old, now)) replaced.push({ id: old.id, row: now });
      next += 1;
    } else if (afterIds.has(old.id)) {
      cut.push({ type: 'rowsCutFrom', id: old.id });
      break;
    } else {
      removed.push(old.id);
    }
  }
  const added = after.slice(next);
  return [
    ...(removed.length === 0 ? [] : [{ type: 'rowsRemoved' as const, ids: removed }]),
    ...(replaced.length === 0 ? [] : [{ type: 'rowsReplaced' as const, rows: replaced }]),
    ...cut,
    ...(added.length === 0 ? [] : [{ type: 'rowsAppended' as const, rows: added }]),
  ];
}

/** A streamed answer is followed by the one in the log, a running call by its result. */
function takesPlaceOf(now: ChatRow, old: ChatRow, afterIds: ReadonlySet<string>): boolean {
  if (afterIds.has(old.id)) return false;
  if (old.type === 'assistant') return old.isStreaming && now.type === 'assistant';
  return old.type === 'tool' && old.status === 'running' && now.type === 'tool';
}

/** Rows are flat: texts, numbers, and short lists of such. */
function isSameRow(a: ChatRow, b: ChatRow): boolean {
  if (a === b) return true;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => isSameValue(value, right.get(key)));
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}
