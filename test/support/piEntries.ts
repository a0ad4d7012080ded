let entries = 0;

/** Returns a line of pi's file in version 3. */
export function piEntry(type: string, rest: object): { readonly id: string; readonly type: string } {
  entries += 1;
  return { type, id: `e${String(entries)}`, ...rest };
}

/** Returns a message of the person or of pi, dated the first of January. */
export function piSaid(
  role: 'user' | 'assistant',
  text: string,
): { readonly id: string; readonly type: string } {
  const message = { role, content: [{ type: 'text', text }], timestamp: Date.UTC(2026, 0) };
  return piEntry('message', { timestamp: '2026-01-01T00:00:00.000Z', message });
}
