import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A measured figure. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly note?: string;
}

/** Returns the median. For an even number of figures, the median is the larger of the two middle figures. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** Returns the figure below which this `share` (0 to 1) of the figures lies. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns how many milliseconds one run of the work took. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Returns how many milliseconds of this thread's CPU time one run of the work took. Other work on the machine is not
 * counted.
 */
export function timedCpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

let collect: (() => void) | undefined;

/** Collects all garbage now, so that garbage of earlier work does not affect the next measurement. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
