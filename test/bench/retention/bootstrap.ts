import { seededRandom } from './seeded.ts';

const RESAMPLES = 2000;
const TAIL = 0.025;

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the mean of the values with its 95 % interval (percentile bootstrap); NaN if there are no values. The result
 * is the same on every run.
 */
export function bootstrapMean(values: readonly number[]): Interval {
  const random = seededRandom(values.length);
  const pick = (): number => values[Math.floor(random() * values.length)] ?? Number.NaN;
  const means = Float64Array.from({ length: RESAMPLES }, () => meanOf(values.map(pick))).sort();
  const at = (share: number): number => means[Math.round(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { mean: meanOf(values), low: at(TAIL), high: at(1 - TAIL) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
