import { diffArrays } from 'diff';

/** The maximum number of added and removed lines of a change that can be undone while later changes stay. */
const MOST_EDITS = 2_000;
/**
 * At least this many lines before and after a difference must be unchanged, even if fewer lines would make its place
 * unique.
 */
const LEAST_CONTEXT = 2;
/** The maximum number of lines around a difference that are compared to tell its place from others; limits the time. */
const MOST_CONTEXT = 128;

/**
 * Returns a text without one earlier change, but with the later changes. Leaves the line break at the end of the text as
 * it is. Returns undefined if later changes touch the same lines or the context lines around them, if the context lines
 * do not tell a changed place from other places, if the change is too large, or if any of the bytes are not UTF-8 text.
 */
export function withoutChange(
  change: { readonly before: Uint8Array; readonly after: Uint8Array },
  now: Uint8Array,
): Uint8Array | undefined {
  const [before, after, current] = [change.before, change.after, now].map(textOf);
  if (before === undefined || after === undefined || current === undefined) return undefined;
  const lines = linesOf(after);
  const differences = differencesOf(lines, linesOf(before));
  if (differences === undefined) return undefined;
  const texts = { own: framed(lines), later: framed(linesOf(current)) };
  let changed = '';
  let done = 0;
  for (const difference of differences) {
    const at = placeOf(difference, lines, texts);
    if (at === undefined || at < done) return undefined;
    changed += texts.later.slice(done, at) + ended(difference.lines);
    done = at + ended(lines.slice(difference.from, difference.to)).length;
  }
  const text = (changed + texts.later.slice(done)).slice(1);
  return new TextEncoder().encode(current.endsWith('\n') ? text : text.replace(/\n$/u, ''));
}

/** Lines that differ in another text. */
interface Difference {
  /** The index of the first line. */
  readonly from: number;
  /** The index after the last line. */
  readonly to: number;
  /** The lines of the other text. */
  readonly lines: readonly string[];
}

/** Returns the differences from the first to the last; undefined if there are too many. */
function differencesOf(own: string[], other: string[]): readonly Difference[] | undefined {
  const parts = diffArrays(own, other, { maxEditLength: MOST_EDITS });
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
 * Returns the offset of the lines of a difference in a later text. Takes as many lines around them as make them unique
 * in their own text. Returns undefined if there are no such lines, or if these lines do not occur exactly once in the
 * later text. Both texts are framed.
 */
function placeOf(
  { from, to }: Difference,
  lines: readonly string[],
  { own, later }: { readonly own: string; readonly later: string },
): number | undefined {
  for (let context = LEAST_CONTEXT; context <= MOST_CONTEXT; context *= 2) {
    const start = Math.max(0, from - context);
    const sought = framed(lines.slice(start, to + context));
    if (!occursOnce(sought, own)) continue;
    const isFound = occursOnce(sought, later);
    return isFound ? later.indexOf(sought) + framed(lines.slice(start, from)).length : undefined;
  }
  return undefined;
}

function occursOnce(sought: string, text: string): boolean {
  const first = text.indexOf(sought);
  return first >= 0 && !text.includes(sought, first + 1);
}

/** Returns the lines of a text, without their line breaks. A line break at the end begins no further line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/u, '').split('\n');
}

/**
 * Joins lines, with a line break before and after them, so that a search for one framed text in another finds only
 * whole lines.
 */
function framed(lines: readonly string[]): string {
  return `\n${ended(lines)}`;
}

function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the text of the bytes. A byte order mark stays in the text, so that the mark is written back. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
