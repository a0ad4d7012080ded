import type { SkippedLine } from './sideCar.ts';

const MOST_TOLD = 20;

/**
 * Returns a sentence for each of the first 20 skipped lines of a log. If further lines were skipped, a last sentence
 * says how many.
 */
export function lineProblems(skipped: readonly SkippedLine[]): readonly string[] {
  const sentences = skipped.slice(0, MOST_TOLD).map(sentence);
  const untold = skipped.length - MOST_TOLD;
  if (untold <= 0) return sentences;
  const others = untold === 1 ? '1 more line of the log is' : `${String(untold)} more lines of the log are`;
  return [...sentences, `${others} skipped. Skipped lines stay in the file.`];
}

function sentence({ number, type, why }: SkippedLine): string {
  const what = type === 'newer' ? 'comes from a newer version' : 'can’t be read';
  return `Line ${String(number)} of the log ${what} (${why}). The line stays in the file but is ignored.`;
}
