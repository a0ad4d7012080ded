/** The maximum number of lines to compare. Together, the limits in this file keep the CPU time under 50 ms. */
const MOST_LINES = 15_000;
const MOST_SOUGHT_LINES = 100;
/** The maximum number of characters to compare word by word. A line that would exceed this number is skipped. */
const MOST_CHARACTERS = 300_000;
/** The maximum number of lines to show, and the maximum number of characters of each line. */
const MOST_SHOWN = 12;
const LONGEST_SHOWN = 200;
/** The minimum share of words that similar lines have in common. */
const LEAST_SHARED = 0.5;

/**
 * Returns the lines of `text` that are most similar to `sought`, which was not found in `text`. Puts the number of each
 * line before it. Chooses the place where most lines are the same except for indentation and trailing spaces. If no
 * line is the same, chooses the place of the line that shares the most words with the first line of `sought` that has
 * words. Returns undefined if no line is similar.
 */
export function nearestLines(text: string, sought: string): string | undefined {
  const lines = text.split(/\r?\n/u, MOST_LINES);
  const wanted = sought.split(/\r?\n/u, MOST_SOUGHT_LINES);
  const first = placeByLines(lines, wanted) ?? placeByWords(lines, wanted);
  if (first === undefined) return undefined;
  const count = Math.min(wanted.length, MOST_SHOWN);
  return lines
    .slice(first, first + count)
    .map((line, index) => `${first + index + 1}\t${lineToShow(line)}`)
    .join('\n');
}

/**
 * Returns the whole line. Of a long line, returns only its length, since a secret that is cut in two would not be
 * recognised.
 */
function lineToShow(line: string): string {
  return line.length <= LONGEST_SHOWN ? line : `[${line.length} characters; read_file shows them]`;
}

/**
 * Returns the index in `lines` where the wanted lines most likely begin. Each wanted line that occurs in `lines` votes
 * for the beginning that follows from its position.
 */
function placeByLines(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const offsets = new Map<string, number[]>();
  for (const [offset, line] of wanted.entries()) {
    const plain = line.trim();
    if (plain !== '') offsets.set(plain, [...(offsets.get(plain) ?? []), offset]);
  }
  const votes = new Map<number, number>();
  for (const [at, line] of lines.entries())
    for (const offset of offsets.get(line.trim()) ?? [])
      if (at >= offset) votes.set(at - offset, (votes.get(at - offset) ?? 0) + 1);
  return best(votes);
}

function placeByWords(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const offset = wanted.findIndex((line) => wordsOf(line).size > 0);
  const words = wordsOf(wanted[offset] ?? '');
  if (words.size === 0) return undefined;
  const shares = new Map<number, number>();
  let left = MOST_CHARACTERS;
  for (const [at, line] of lines.entries()) {
    if (line.length > left) continue;
    left -= line.length;
    const lineWords = wordsOf(line);
    const shared = [...words].filter((word) => lineWords.has(word)).length;
    const share = shared / Math.max(words.size, lineWords.size);
    if (share >= LEAST_SHARED) shares.set(Math.max(0, at - offset), share);
  }
  return best(shares);
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}_$]+/gu));
}

/** Returns the first key with the highest score. */
function best(scores: ReadonlyMap<number, number>): number | undefined {
  let found: number | undefined;
  for (const [place, score] of scores) if (score > (scores.get(found ?? -1) ?? 0)) found = place;
  return found;
}
