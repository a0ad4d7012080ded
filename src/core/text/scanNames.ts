/** What a character is to the scan; a run goes on while the class is not `OUTSIDE`. */
const OUTSIDE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
/** `_`, `$`, `.` and `/`: within a run they make it a name. */
const JOINT = 8;
/** Characters that runs hold, but that make no name: `:`, `-`, `=` and the like. */
const SEPARATOR = 16;

const CLASSES = classTable();
const LONGEST_RUN = 200;
const SHORTEST_RUN = 3;

/** A run of characters that may hold names, without the separators around it: `text.slice(start, end)`. */
export type VisitRun = (start: number, end: number) => void;

/**
 * Visits the runs of a part of a text that look like more than a plain word: with a digit, a joint, or a capital after
 * their first letter. One pass over the characters, on any input. Gives whether a quotation mark stood in the part.
 */
export function scanRuns(text: string, from: number, to: number, visit: VisitRun): boolean {
  let hasQuote = false;
  let start = -1;
  let classes = 0;
  for (let at = from; at <= to; at++) {
    const code = at < to ? text.charCodeAt(at) : 32;
    const of = code < 128 ? (CLASSES[code] ?? OUTSIDE) : OUTSIDE;
    if (of !== OUTSIDE) {
      if (start < 0) {
        if (of === SEPARATOR) continue;
        start = at;
        classes = of === UPPER ? 0 : of;
      } else classes |= of;
      continue;
    }
    if (start >= 0) {
      const isCandidate = (classes & (UPPER | DIGIT | JOINT)) !== 0;
      if (isCandidate && at - start >= SHORTEST_RUN && at - start <= LONGEST_RUN) visit(start, at);
      start = -1;
    }
    hasQuote ||= code === 34 || code === 39 || code === 96;
  }
  return hasQuote;
}

function classTable(): Uint8Array {
  const classes = new Uint8Array(128);
  const mark = (characters: string, of: number): void => {
    for (const character of characters) classes[character.charCodeAt(0)] = of;
  };
  mark('abcdefghijklmnopqrstuvwxyz', LOWER);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
  mark('0123456789', DIGIT);
  mark('_$./~@', JOINT);
  mark(':#%?=&+-', SEPARATOR);
  return classes;
}
