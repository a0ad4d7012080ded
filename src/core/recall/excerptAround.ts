/** The maximum number of occurrences of a needle to consider. The best window is nearly always among the first ones. */
const MAX_PLACES_PER_NEEDLE = 40;
/** The share of an excerpt that comes before the first match. */
const LEAD_SHARE = 0.25;
/** The maximum share of a window by which its start or end may move, so that no word is cut. */
const SNAP_SHARE = 0.1;

/**
 * Returns a part of a text with at most `maxChars` characters: the part that contains as many different needles as
 * possible. The needles must be in lower case. If several parts contain the same number of needles, returns the
 * earliest part. If there is no match, returns the beginning of the text. Ellipses mark omitted text.
 */
export function excerptAround(text: string, needles: readonly string[], maxChars: number): string {
  if (text.length <= maxChars) return text.trim();
  const places = placesOf(text, needles);
  // Reserves room for both ellipses.
  const width = Math.max(1, maxChars - 2);
  const start = Math.min(bestStart(places, width), text.length - width);
  return cut(text, start, start + width);
}

interface Place {
  readonly at: number;
  readonly needle: number;
}

function placesOf(text: string, needles: readonly string[]): readonly Place[] {
  const lower = text.toLowerCase();
  // “İ” is the only character that gets longer in lower case: it becomes two UTF-16 units. Lists the positions of all
  // second units.
  const added = [...text.matchAll(/İ/g)].map(({ index }, before) => index + before + 1);
  const places: Place[] = [];
  needles.forEach((word, needle) => {
    let at = lower.indexOf(word);
    for (let seen = 0; at >= 0 && seen < MAX_PLACES_PER_NEEDLE; seen++) {
      const found = at;
      places.push({ at: found - added.filter((place) => place <= found).length, needle });
      at = lower.indexOf(word, at + 1);
    }
  });
  return places.sort((a, b) => a.at - b.at);
}

function bestStart(places: readonly Place[], width: number): number {
  let best = { start: 0, held: 0 };
  places.forEach(({ at }, index) => {
    const start = Math.max(0, at - Math.floor(width * LEAD_SHARE));
    const held = new Set<number>();
    for (const place of places.slice(index)) {
      if (place.at >= start + width) break;
      held.add(place.needle);
    }
    if (held.size > best.held) best = { start, held: held.size };
  });
  return best.start;
}

function cut(text: string, start: number, end: number): string {
  const snap = Math.floor((end - start) * SNAP_SHARE);
  const first = start === 0 ? 0 : start + offsetOfBreak(text.slice(start, start + snap));
  const tail = text.slice(end - snap, end);
  const last = end >= text.length ? text.length : end - snap + (lastBreak(tail) ?? tail.length);
  const inner = text.slice(first, last).trim().toWellFormed();
  return `${first > 0 ? '…' : ''}${inner}${last < text.length ? '…' : ''}`;
}

/** Returns the position where the first word after a space begins, or 0 if there is no space. */
function offsetOfBreak(text: string): number {
  return text.search(/\s/) + 1;
}

function lastBreak(text: string): number | undefined {
  const at = text.search(/\s\S*$/);
  return at < 0 ? undefined : at;
}
