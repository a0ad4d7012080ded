import { maskSpans, type TextSpan } from '../../core/log/mask.ts';
import type { Redactor } from '../../core/ports.ts';
import { LONGEST_SECRET } from '../../core/session/maskedAtCuts.ts';

const MOST_CHARACTERS = 48_000;
const LONGEST_LINE = 2_000;
/** The lines beyond a cut that are searched for the rest of a key. */
const MOST_KEY_LINES = 120;

/**
 * Returns lines of a file with their numbers, as many as fit into one result; the last line says how to read on.
 * Masks a secret before it would be cut in two, since half of it would not be recognised.
 */
export async function numberedLines(
  text: string,
  { path, first, last }: { path: string; first: number; last: number | undefined },
  redactor: Redactor,
): Promise<string> {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  if (text === '') return `[${path} is empty]`;
  if (first > lines.length) return `[${path} has ${lines.length} lines; line ${first} is after its end]`;
  const next = nextLine(lines, first, Math.min(last ?? lines.length, lines.length));
  const shown = await cutLines(lines, { from: first - 1, to: next - 1 }, redactor);
  const numbered = shown.map((line, at) => `${first + at}\t${line}`);
  if (next > lines.length) return numbered.join('\n');
  const range = `lines ${first}-${next - 1} of ${lines.length}`;
  return [...numbered, `[${range} of ${path}; go on with startLine ${next}]`].join('\n');
}

/** Returns the number of the first line after those that fit. */
function nextLine(lines: readonly string[], first: number, last: number): number {
  let characters = 0;
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? '';
    characters += `${number}\t`.length + Math.min(line.length, LONGEST_LINE + 1) + 1;
    if (characters > MOST_CHARACTERS && number > first) return number;
  }
  return Math.max(first, last + 1);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns lines, shortening long ones. Masks secrets that the end of the range or of a line cuts in two. */
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
    if (line.length <= LONGEST_LINE) return maskSpans(line, movedBy(halved, begin));
    const here = spans.filter((span) => isCutAt(begin + LONGEST_LINE, span));
    const cut = line.slice(0, LONGEST_LINE).toWellFormed();
    return `${maskSpans(cut, movedBy([...halved, ...here], begin))}…`;
  });
}

function isCutAt(place: number, { start, end }: TextSpan): boolean {
  return start < place && place < end;
}

function movedBy(spans: readonly TextSpan[], begin: number): readonly TextSpan[] {
  return spans.map((span) => ({ ...span, start: span.start - begin, end: span.end - begin }));
}
