/** The type of the data part that comes back in the assistant message it was emitted with, after a reload, too. */
export const MARKER_TYPE = 'stateful_marker';

const MARKER = /longthread:([\w-]+)/u;

/** Returns the text that an answer carries, so that requests with it are known as its session's. */
export function markerOf(sessionId: string): string {
  return `longthread:${sessionId}`;
}

/** Returns the session that a marker names; hosts put words of their own before it. Undefined when it is not ours. */
export function readMarker(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}
