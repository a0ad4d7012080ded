import { readFileSync } from 'node:fs';

export interface Agreement {
  /** The number of sentences that both labellers labelled. */
  readonly sentences: number;
  /** Cohen's kappa: 1 if both labellers always agree, 0 if they agree as often as by chance. */
  readonly kappa: number;
}

/**
 * Returns how much the labellers of a file agree, for each pair of columns. A line contains a transcript, a message,
 * and each labeller's marks: `y`, `n`, or `-` for a sentence without a label. Source: Cohen, A coefficient of agreement
 * for nominal scales, 1960.
 */
export function agreements(path: string): readonly Agreement[] {
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  const columns = rows.map((row) => row.split('\t').slice(2));
  const labellers = (columns[0] ?? []).map((_, at) => columns.map((marks) => marks[at] ?? '').join(''));
  return labellers.flatMap((first, at) => labellers.slice(at + 1).map((second) => agreement(first, second)));
}

function agreement(first: string, second: string): Agreement {
  const pairs = Array.from(first, (mark, at) => `${mark}${second[at] ?? '-'}`).filter(
    (pair) => !pair.includes('-'),
  );
  const share = (wanted: RegExp): number => pairs.filter((pair) => wanted.test(pair)).length / pairs.length;
  const [one, other] = [share(/^y/), share(/y$/)];
  const byChance = one * other + (1 - one) * (1 - other);
  return { sentences: pairs.length, kappa: (share(/yy|nn/) - byChance) / (1 - byChance) };
}
