import type { Place } from '../base/virtualList.ts';

/** What the chat keeps over a reload of the window. */
export interface Kept {
  readonly sessionId: string;
  /** Text that was not sent yet. */
  readonly draft: string;
  /** Where in the thread one was reading; absent when the newest was in view. */
  readonly place?: Place;
}

/** Reads what was kept; whatever else the editor hands over counts as nothing. */
export function loadKept(state: unknown): Kept {
  const { sessionId, draft, place } = fieldsOf(state);
  const { id, offset } = fieldsOf(place);
  return {
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    draft: typeof draft === 'string' ? draft : '',
    ...(typeof id === 'string' && typeof offset === 'number' ? { place: { id, offset } } : {}),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
