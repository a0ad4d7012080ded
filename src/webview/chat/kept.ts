/** What the chat keeps over a reload of the window. */
export interface Kept {
  readonly sessionId: string;
  /** Text that was not sent yet. */
  readonly draft: string;
  /** The row at the top of the view; absent when the newest was in view. */
  readonly place?: string;
}

/** Reads what was kept; whatever else the editor hands over counts as nothing. */
export function loadKept(state: unknown): Kept {
  const { sessionId, draft, place } = (state ?? {}) as Record<string, unknown>;
  return {
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    draft: typeof draft === 'string' ? draft : '',
    ...(typeof place === 'string' ? { place } : {}),
  };
}
