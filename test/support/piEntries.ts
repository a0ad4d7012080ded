let entries = 0;

/** Returns a line of pi's session file in version 3 of the format. */
export function piEntry(type: string, rest: object): { readonly id: string; readonly type: string } {
  entries += 1;
  return { type, id: `e${String(entries)}`, ...rest };
}

/** Returns a message of the person or of pi, dated 1 January 2026. */
export function piSaid(
  role: 'user' | 'assistant',
  text: string,
): { readonly id: string; readonly type: string } {
  const message = { role, content: [{ type: 'text', text }], timestamp: Date.UTC(2026, 0) };
  return piEntry('message', { timestamp: '2026-01-01T00:00:00.000Z', message });
}
