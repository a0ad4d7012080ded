import { nearestLines } from './nearestLines.ts';

/** One exact search and its replacement. */
export interface ExactEdit {
  readonly before: string;
  readonly after: string;
  /** Whether to replace every occurrence. Otherwise, the text must occur exactly once. */
  readonly isForAll?: boolean;
}

export type EditedText =
  | { readonly isEdited: true; readonly text: string }
  /** Nothing was changed; the sentence tells the model what to do. */
  | { readonly isEdited: false; readonly problem: string };

/**
 * Applies all edits, or none if one fails; each edit applies to the result of the edit before it. The text to replace
 * must match exactly except for its line ends; the new text gets the line ends of its surroundings.
 */
export function applyExactEdits(text: string, edits: readonly ExactEdit[]): EditedText {
  if (edits.length === 0) return refusal('There is no edit in the call.');
  let current = text;
  for (const [index, edit] of edits.entries()) {
    const edited = applyOne(current, edit);
    if (!edited.isEdited) return edits.length === 1 ? edited : refusal(forEdit(index, edits, edited.problem));
    current = edited.text;
  }
  return current === text ? refusal('The edits leave the file as it is.') : { isEdited: true, text: current };
}

function applyOne(text: string, { before, after, isForAll = false }: ExactEdit): EditedText {
  if (before === '') return refusal('The text to replace is empty; write_file writes a whole file.');
  if (withPlainEnds(before) === withPlainEnds(after)) return refusal('The edit replaces a text with itself.');
  const places = placesOf(text, before);
  if (places.length === 0) return refusal(missing(text, before));
  if (places.length > 1 && !isForAll) return refusal(ambiguous(text, places));
  return { isEdited: true, text: replaced(text, places, after) };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns all positions of the sought text. A line end `\n` also matches `\r\n`, and the reverse. Overlapping positions
 * count, since they make a match ambiguous.
 */
function placesOf(text: string, sought: string): readonly Place[] {
  const plain = withPlainEnds(text);
  const plainSought = withPlainEnds(sought);
  const offset = plain.length === text.length ? (at: number) => at : offsetsWithEnds(text);
  const places: Place[] = [];
  for (let at = plain.indexOf(plainSought); at >= 0; at = plain.indexOf(plainSought, at + 1))
    places.push({ start: offset(at), end: offset(at + plainSought.length) });
  return places;
}

/**
 * Returns a function that converts an offset in the text with normalized line ends to an offset in the original text.
 */
function offsetsWithEnds(text: string): (plainAt: number) => number {
  const lineEnds: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2))
    lineEnds.push(at - lineEnds.length);
  return (plainAt) => plainAt + countBelow(lineEnds, plainAt);
}

/** Returns how many of the ascending numbers are smaller than `most`, by binary search. */
function countBelow(ascending: readonly number[], most: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? most) < most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Replaces the text at the positions. Of overlapping positions, replaces only the first. */
function replaced(text: string, places: readonly Place[], after: string): string {
  const pieces: string[] = [];
  let done = 0;
  let line = lineAt(text, 0);
  for (const { start, end } of places) {
    if (start < done) continue;
    if (start > line.end) line = lineAt(text, start);
    pieces.push(text.slice(done, start), withPlainEnds(after).replaceAll('\n', line.lineBreak));
    done = end;
  }
  return [...pieces, text.slice(done)].join('');
}

/**
 * Returns the end of the line at a position, and the line break there. For the last line, the end is infinity, and the
 * line break is the one before the line.
 */
function lineAt(text: string, at: number): { readonly end: number; readonly lineBreak: '\n' | '\r\n' } {
  const next = text.indexOf('\n', at);
  const found = next < 0 ? text.lastIndexOf('\n') : next;
  return {
    end: next < 0 ? Infinity : next,
    lineBreak: found > 0 && text[found - 1] === '\r' ? '\r\n' : '\n',
  };
}

/** Returns a text with the line ends of Unix. */
export function withPlainEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function refusal(problem: string): EditedText {
  return { isEdited: false, problem };
}

function forEdit(index: number, edits: readonly ExactEdit[], problem: string): string {
  return `Edit ${index + 1} of ${edits.length}: ${problem} None of the edits was made.`;
}

const MOST_LINES_NAMED = 8;

function ambiguous(text: string, places: readonly Place[]): string {
  const lines = places.slice(0, MOST_LINES_NAMED).map(({ start }) => lineOf(text, start));
  const more = places.length > lines.length ? ' and others' : '';
  return (
    `The text to replace occurs in ${places.length} places (lines ${lines.join(', ')}${more}); ` +
    'give more of the lines around the one that is meant.'
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** Matches the line number that `read_file` puts before each line. */
const NUMBERED = /^\s*\d+\t/u;

function missing(text: string, before: string): string {
  const lines = before.split('\n').filter((line) => line.trim() !== '');
  const isNumbered = lines.length > 0 && lines.every((line) => NUMBERED.test(line));
  const sentence = isNumbered
    ? 'The text to replace is not in the file: leave out the line numbers that read_file puts before each line.'
    : 'The text to replace is not in the file.';
  const nearest = nearestLines(text, isNumbered ? before.replace(/^\s*\d+\t/gmu, '') : before);
  return nearest === undefined
    ? `${sentence} Read it again.`
    : `${sentence} The nearest lines:\n${nearest}\n`;
}
