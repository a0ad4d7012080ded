import { seededRandom } from '../retention/seeded.ts';
import type { Interval } from '../retention/bootstrap.ts';
import type { LabelledSentence } from './labels.ts';

const RESAMPLES = 2000;
const TAIL = 0.025;

export interface RuleFigures {
  readonly sentences: number;
  readonly standing: number;
  readonly found: number;
  /** The share of the found sentences that hold beyond their turn. */
  readonly precision: Interval;
  /** The share of found sentences among all sentences that hold beyond their turn. */
  readonly recall: Interval;
}

/**
 * Returns the figures with 95 % intervals, which are the same on every run. Whole sessions are resampled, because the
 * sentences of one person are similar.
 */
export function ruleFigures(sentences: readonly LabelledSentence[]): RuleFigures {
  const sessions = [...Map.groupBy(sentences, ({ session }) => session).values()].map(countsOf);
  const total = sumOf(sessions);
  return {
    ...total,
    precision: resampled(sessions, ({ right, found }) => right / found),
    recall: resampled(sessions, ({ right, standing }) => right / standing),
  };
}

interface Counts {
  readonly sentences: number;
  readonly standing: number;
  readonly found: number;
  readonly right: number;
}

function countsOf(sentences: readonly LabelledSentence[]): Counts {
  const found = sentences.filter(({ isFound }) => isFound);
  return {
    sentences: sentences.length,
    standing: sentences.filter(({ isStanding }) => isStanding).length,
    found: found.length,
    right: found.filter(({ isStanding }) => isStanding).length,
  };
}

function sumOf(counts: readonly Counts[]): Counts {
  const sum = (key: keyof Counts): number => counts.reduce((total, one) => total + one[key], 0);
  return { sentences: sum('sentences'), standing: sum('standing'), found: sum('found'), right: sum('right') };
}

function resampled(sessions: readonly Counts[], share: (counts: Counts) => number): Interval {
  const random = seededRandom(sessions.length);
  const pick = (): Counts => sessions[Math.floor(random() * sessions.length)] as Counts;
  const shares = Array.from({ length: RESAMPLES }, () => share(sumOf(sessions.map(pick))))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const at = (quantile: number): number => shares[Math.round(quantile * (shares.length - 1))] ?? Number.NaN;
  return { mean: share(sumOf(sessions)), low: at(TAIL), high: at(1 - TAIL) };
}
