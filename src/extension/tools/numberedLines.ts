import { maskSpans, type TextSpan } from '../../core/log/mask.ts';
import type { Redactor } from '../../core/ports.ts';
import { LONGEST_SECRET } from '../../core/session/maskedAtCuts.ts';

const MOST_CHARACTERS = 48_000;
const LONGEST_LINE = 2_000;
/** The number of lines before and after a range that are searched for the rest of a private key. */
const MOST_KEY_LINES = 120;

/**
 * Returns as many numbered lines of a range as fit into one result. If the file has more lines after that, the last
 * line says how to continue. Masks a secret that would be split, since half of a secret would not be recognised.
 */
export async function numberedLines(
  text: string,
  { path, first, last }: { path: string; first: number; last: number | undefined },
  redactor: Redactor,
): Promise<string> {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  if (text === '') return `[${path} is empty]`;
  if (first > lines.length)
    return `[${path} has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}; line ${first} is after its end]`;
  if (last !== undefined && last < first)
    return `[line ${first} is after line ${last}, the end of the range]`;
  const next = nextLine(lines, first, Math.min(last ?? lines.length, lines.length));
  const shown = await cutLines(lines, { from: first - 1, to: next - 1 }, redactor);
  const numbered = shown.map((line, at) => `${first + at}\t${line}`);
  if (next > lines.length) return numbered.join('\n');
  const range = `lines ${first}-${next - 1} of ${lines.length}`;
  return [...numbered, `[${range} of ${path}; go on with startLine ${next}]`].join('\n');
}

/** Returns the number of the first line that does not fit or that follows the range. */
function nextLine(lines: readonly string[], first: number, last: number): number {
  let characters = 0;
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    characters += `${number}\t`.length + Math.min(line.length, LONGEST_LINE + 1) + 1;
    if (characters > MOST_CHARACTERS && number > first) return number;
  }
  return last + 1;
}

/** A range of lines, given by their indexes. */
interface Range {
  readonly from: number;
  /** The index after the last line. */
  readonly to: number;
}

/**
 * Returns the lines of a range. Shortens long lines. Masks secrets that are split by the end of a shortened line or by
 * a bound of the range.
 */
export async function cutLines(
  lines: readonly string[],
  { from, to }: Range,
  redactor: Redactor,
): Promise<readonly string[]> {
  const isWhole = from === 0 && to === lines.length && lines.every(({ length }) => length <= LONGEST_LINE);
  if (isWhole) return lines;
  const start = Math.max(0, from - MOST_KEY_LINES);
  const around = lines
    .slice(start, to + MOST_KEY_LINES)
    .map((line) => line.slice(0, LONGEST_LINE + LONGEST_SECRET));
  const [spans = []] = await redactor.find([around.join('\n')]);
  const begins = [0];
  for (const [at, line] of around.entries()) begins.push((begins[at] ?? 0) + line.length + 1);
  const ends = [begins[from - start] ?? 0, begins[to - start] ?? 0];
  const halved = spans.filter((span) => ends.some((end) => isCutAt(end, span)));
  return lines.slice(from, to).map((line, at) => {
    const begin = begins[from - start + at] ?? 0;
    if (line.length <= LONGEST_LINE) return maskSpans(line, relativeTo(begin, halved));
    const here = spans.filter((span) => isCutAt(begin + LONGEST_LINE, span));
    const cut = line.slice(0, LONGEST_LINE).toWellFormed();
    return `${maskSpans(cut, relativeTo(begin, [...halved, ...here]))}…`;
  });
}

function isCutAt(place: number, { start, end }: TextSpan): boolean {
  return start < place && place < end;
}

function relativeTo(begin: number, spans: readonly TextSpan[]): readonly TextSpan[] {
  return spans.map((span) => ({ ...span, start: span.start - begin, end: span.end - begin }));
}
