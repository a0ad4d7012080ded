import type { LineRecord } from './sideCar.ts';

const MOST_TOLD = 20;

/** Returns one sentence for each skipped line in a log; after the 20th, one sentence with the number of the others. */
export function lineProblems(lines: readonly LineRecord[]): readonly string[] {
  const sentences = lines.flatMap((line, index) =>
    line.type === 'entry' ? [] : [sentence(line, index + 1)],
  );
  const untold = sentences.length - MOST_TOLD;
  if (untold <= 0) return sentences;
  const others = untold === 1 ? '1 more line is' : `${String(untold)} more lines are`;
  return [...sentences.slice(0, MOST_TOLD), `${others} kept in the log and skipped.`];
}

function sentence(line: Extract<LineRecord, { why: string }>, number: number): string {
  const what = line.type === 'newer' ? 'comes from a newer version' : 'could not be read';
  return `Line ${String(number)} of the log ${what} (${line.why}); it is kept and skipped.`;
}
