/**
 * The factor by which tests with many made-up or recorded cases multiply the number of cases. It is the value of
 * LONGTHREAD_VOLUME, which `npm run torture` sets, and 1 in `npm test`.
 */
export const VOLUME = Number(process.env['LONGTHREAD_VOLUME'] ?? '1');

/**
 * Returns `count` × VOLUME of the cases, or all cases if there are fewer, for the test at this position in a series of
 * tests. Each test begins `count` cases later than the previous test. At the end of the list, it continues at the
 * beginning. So a series that is long enough tries all cases.
 */
export function someOf<Each>(all: readonly Each[], count: number, place: number): readonly Each[] {
  const some = Math.min(all.length, count * VOLUME);
  return [...all, ...all].slice((place * count) % all.length).slice(0, some);
}
