/**
 * The type of the data part for a marker. In later requests, the host sends the part back with its assistant message,
 * even after a reload.
 */
export const MARKER_TYPE = 'stateful_marker';

const MARKER = /longthread:([\w-]+)/u;

/** Returns the marker that an answer carries, which identifies its session in later requests. */
export function markerOf(sessionId: string): string {
  return `longthread:${sessionId}`;
}

/** Returns the session that a marker names, or undefined if the marker is not ours. Hosts may put text before it. */
export function readMarker(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}
