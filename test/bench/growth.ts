import { collectGarbage, median, type BenchRow } from './benchRow.ts';
import { growthCases, type GrowthCase, type Work } from './growthCases.ts';

const TIMES = 4;
const ROUNDS = 5;
/** The minimum CPU time of a measurement, because some systems measure CPU time in steps of several milliseconds. */
const LEAST_MICROSECONDS = 20_000;
const MOST_REPEATS = 256;
/** The maximum ratio of times. It lies between linear and quadratic growth, nearer to linear growth. */
const MOST = 6;

/**
 * Measures for each case how much more CPU time an input of four times the size takes. A ratio of 4 means linear
 * growth, and a ratio of 16 means quadratic growth.
 */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const each of growthCases) rows.push(growthRow(each.what, await growthOf(each)));
  return rows;
}

/** Returns a row of the table, with a note if the time grows faster than the input. */
export function growthRow(what: string, value: number): BenchRow {
  const isTooMuch = value > MOST;
  return {
    name: `growth: ${what}`,
    unit: '×',
    value,
    ...(isTooMuch && { note: `grows faster than its input: more than ${String(MOST)}` }),
  };
}

/** Returns the ratio of the times. The sizes alternate, so that a slow phase of the machine affects both sizes. */
async function growthOf(each: GrowthCase): Promise<number> {
  const repeats = await repeatsOf(each);
  const small: number[] = [];
  const large: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    small.push(await processorTime(each, each.n, repeats));
    large.push(await processorTime(each, TIMES * each.n, repeats));
  }
  return median(large) / median(small);
}

/** Returns how many runs of the work are long enough to measure, at most 256. The trial runs also compile the code. */
async function repeatsOf(each: GrowthCase): Promise<number> {
  let repeats = 1;
  while (repeats < MOST_REPEATS && (await processorTime(each, each.n, repeats)) < LEAST_MICROSECONDS)
    repeats *= 2;
  return repeats;
}

/** Returns the microseconds of this thread's CPU time for the work. Other processes do not affect CPU time. */
async function processorTime({ prepare }: GrowthCase, size: number, repeats: number): Promise<number> {
  const works: Work[] = [];
  for (let made = 0; made < repeats; made++) works.push(await prepare(size));
  collectGarbage();
  const before = process.threadCpuUsage();
  for (const work of works) await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
