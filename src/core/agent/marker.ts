/**
 * The media type of the data part that contains a marker. The host keeps this part in the assistant message and sends
 * it with later requests, even after a reload.
 */
export const MARKER_TYPE = 'stateful_marker';

const MARKER = /longthread:([\w-]+)/u;

/** Returns the marker that is added to the answers of a session, so that later requests name the session. */
export function markerOf(sessionId: string): string {
  return `longthread:${sessionId}`;
}

/** Returns the session that a marker names, or undefined if the marker is not ours. Other text may precede it. */
export function readMarker(text: string): string | undefined {
  return MARKER.exec(text)?.[1];
}
