import { diffArrays } from 'diff';
import type { WhyInseparable } from '../../core/tools/changedFiles.ts';

/** The maximum number of added and removed lines of a change that can be undone while later changes stay. */
const MOST_EDITS = 2_000;
/**
 * At least this many lines before and after a difference must be unchanged, even if fewer lines would make its place
 * unique.
 */
const LEAST_CONTEXT = 2;
/** The maximum number of lines around a difference that are compared to tell its place from others; limits the time. */
const MOST_CONTEXT = 128;
/** The number of successive lines whose places are looked up together, since a single line can have many places. */
const GROUP = 4;

/**
 * Returns a text without one earlier change, but with the later changes. Leaves the line break at the end of the text
 * as it is. Returns the reason if that is not possible.
 */
export function withoutChange(
  change: { readonly before: Uint8Array; readonly after: Uint8Array },
  now: Uint8Array,
): Uint8Array | WhyInseparable {
  const [before, after, current] = [change.before, change.after, now].map(textOf);
  if (before === undefined || after === undefined || current === undefined) return 'notText';
  const numbers = new Map<string, number>();
  const groups = new Map<string, number>();
  const own = placed(numbered(linesOf(after), numbers), groups);
  const later = placed(numbered(linesOf(current), numbers), groups);
  const differences = differencesOf(own.lines, numbered(linesOf(before), numbers));
  if (differences === undefined) return 'tooLarge';
  const pieces: (readonly number[])[] = [];
  let done = 0;
  for (const difference of differences) {
    const at = placeOf(difference, own, later);
    if (typeof at === 'string') return at;
    if (at < done) return 'changedAgain';
    pieces.push(later.lines.slice(done, at), difference.lines);
    done = at + difference.to - difference.from;
  }
  const lines = [...numbers.keys()];
  const text = [...pieces.flat(), ...later.lines.slice(done)].map((line) => `${lines[line]}\n`).join('');
  return new TextEncoder().encode(current.endsWith('\n') ? text : text.replace(/\n$/u, ''));
}

/** A text with a number for each line. Equal lines have equal numbers, also in other texts. */
interface PlacedLines {
  readonly lines: readonly number[];
  /** By line: the number of the group that begins with the line. */
  readonly groups: readonly number[];
  /** By number: where the groups with this number begin. */
  readonly places: ReadonlyMap<number, readonly number[]>;
}

/** Lines that differ in another text. */
interface Difference {
  /** The index of the first line. */
  readonly from: number;
  /** The index after the last line. */
  readonly to: number;
  /** The lines of the other text. */
  readonly lines: readonly number[];
}

/** Returns the differences from the first to the last; undefined if there are too many. */
function differencesOf(own: readonly number[], other: readonly number[]): readonly Difference[] | undefined {
  const parts = diffArrays([...own], [...other], { maxEditLength: MOST_EDITS });
  if (parts === undefined) return undefined;
  const differences: Difference[] = [];
  let at = 0;
  for (const { added, removed, value } of parts) {
    const last = differences.at(-1);
    if (removed) differences.push({ from: at, to: at + value.length, lines: [] });
    else if (added && last?.to === at) differences.splice(-1, 1, { ...last, lines: value });
    else if (added) differences.push({ from: at, to: at, lines: value });
    if (!added) at += value.length;
  }
  return differences;
}

/**
 * Returns the index of the lines of a difference in a later text. Searches for them together with as many lines around
 * them as make them unique in their own text. Returns the reason if even `MOST_CONTEXT` lines on each side do not make
 * them unique, or if all these lines together do not occur exactly once in the later text.
 */
function placeOf(
  { from, to }: Difference,
  own: PlacedLines,
  later: PlacedLines,
): number | 'changedAgain' | 'manyPlaces' {
  for (let context = LEAST_CONTEXT; context <= MOST_CONTEXT; context *= 2) {
    const start = Math.max(0, from - context);
    const end = Math.min(own.lines.length, to + context);
    const [found, other] = placesOf(own, start, end, later);
    if (found === undefined) return context === LEAST_CONTEXT ? 'changedAgain' : 'manyPlaces';
    if (placesOf(own, start, end, own).length === 1)
      return other === undefined ? found + from - start : 'manyPlaces';
  }
  return 'manyPlaces';
}

/**
 * Returns the first indexes, at most two, where the lines from `start` to `end` occur in a text. Compares the lines
 * only at the places of their rarest group. An empty range of lines occurs only in an empty text, at index 0.
 */
function placesOf(
  { lines, groups }: PlacedLines,
  start: number,
  end: number,
  text: PlacedLines,
): readonly number[] {
  if (start === end) return text.lines.length === 0 ? [0] : [];
  let [rarest, offset]: [Iterable<number>, number] = [text.lines.keys(), 0];
  let fewest = Infinity;
  for (let index = start; index + GROUP <= end; index += 1) {
    const places = text.places.get(groups[index] ?? -1) ?? [];
    if (places.length < fewest) [rarest, offset, fewest] = [places, index - start, places.length];
  }
  const found: number[] = [];
  for (const place of rarest) {
    const at = place - offset;
    let same = 0;
    while (start + same < end && text.lines[at + same] === lines[start + same]) same += 1;
    if (start + same === end) found.push(at);
    if (found.length === 2) break;
  }
  return found;
}

/** Returns the lines of a text, without their line breaks. A line break at the end begins no further line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/u, '').split('\n');
}

/** Returns the number of each key. Adds the numbers of new keys to `numbers`. */
function numbered(keys: readonly string[], numbers: Map<string, number>): readonly number[] {
  return keys.map((key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

function placed(lines: readonly number[], numbers: Map<string, number>): PlacedLines {
  const keys = lines.map((_, index) => lines.slice(index, index + GROUP).join(' '));
  const groups = numbered(keys, numbers);
  const places = new Map<number, number[]>();
  for (const [index, group] of groups.entries()) {
    const earlier = places.get(group);
    if (earlier === undefined) places.set(group, [index]);
    else earlier.push(index);
  }
  return { lines, groups, places };
}

/** Returns the text of the bytes. A byte order mark stays in the text, so that the mark is written back. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
