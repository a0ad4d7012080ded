import { collectGarbage, median, type BenchRow } from './benchRow.ts';
import { growthCases, type GrowthCase, type Work } from './growthCases.ts';

const TIMES = 4;
const ROUNDS = 5;
/** Some systems tell processor time in steps of several milliseconds. */
const LEAST_MICROSECONDS = 20_000;
const MOST_REPEATS = 256;
/** Between what is linear and what is quadratic, nearer to the first. */
const MOST = 6;

/** Compares each case's processor time on four times the input with that on the input: 4 is linear, 16 quadratic. */
export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const each of growthCases) rows.push(growthRow(each.what, await growthOf(each)));
  return rows;
}

/** A figure of the table, with a note where the time grows faster than the input. */
export function growthRow(what: string, value: number): BenchRow {
  const isTooMuch = value > MOST;
  return {
    name: `growth: ${what}`,
    unit: '×',
    value,
    ...(isTooMuch && { note: `grows faster than its input: more than ${String(MOST)}` }),
  };
}

/** The sizes take turns, so that whatever slows the machine slows both. */
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

/** How often the work must be repeated to be measured; what is compiled at the first use is compiled then. */
async function repeatsOf(each: GrowthCase): Promise<number> {
  let repeats = 1;
  while (repeats < MOST_REPEATS && (await processorTime(each, each.n, repeats)) < LEAST_MICROSECONDS)
    repeats *= 2;
  return repeats;
}

/** Microseconds of this thread, to which no other process's load adds. */
async function processorTime({ prepare }: GrowthCase, size: number, repeats: number): Promise<number> {
  const works: Work[] = [];
  for (let made = 0; made < repeats; made++) works.push(await prepare(size));
  collectGarbage();
  const before = process.threadCpuUsage();
  for (const work of works) await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
