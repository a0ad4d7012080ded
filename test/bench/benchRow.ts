import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One measured figure. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly note?: string;
}

/** The middle one of an odd number of figures; of an even number the upper of the two in the middle. */
export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** The figure below which a `share` (0 to 1) of the figures lie. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds that work took, once. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of this thread's processor time that work took, once: what other work on the machine takes is not in it. */
export function timedCpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

let collect: (() => void) | undefined;

/** Takes away all garbage now, so that none is taken away while something is measured. */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
