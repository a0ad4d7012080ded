import type { Place } from '../base/virtualList.ts';
import type { Drafts } from './drafts.ts';

/** What the chat keeps over a reload of the window. */
export interface Kept {
  readonly drafts: Drafts;
  /** Where in which thread one was reading; absent when the newest was in view. */
  readonly reading?: Place & { readonly session: string };
}

/** What the editor is given to keep: it knows JSON only. */
export function savedKept({ drafts, ...rest }: Kept): unknown {
  return { ...rest, drafts: [...drafts] };
}

/** Reads what was kept; whatever else the editor hands over counts as nothing. */
export function loadKept(state: unknown): Kept {
  const { drafts, reading } = fieldsOf(state);
  const { session, id, offset } = fieldsOf(reading);
  const isPlace = typeof session === 'string' && typeof id === 'string' && typeof offset === 'number';
  return {
    drafts: new Map(Array.isArray(drafts) ? drafts.filter(isDraft) : []),
    ...(isPlace ? { reading: { session, id, offset } } : {}),
  };
}

function isDraft(entry: unknown): entry is readonly [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
