/**
 * The factor by which tests with many made-up or recorded cases raise their number: 1 in `npm test`, else
 * LONGTHREAD_VOLUME, which `npm run torture` sets.
 */
export const VOLUME = Number(process.env['LONGTHREAD_VOLUME'] ?? '1');

/**
 * Returns `count` of the cases, times the volume, for the test at this place of a series. Each place starts `count`
 * cases after the one before, so that a long enough series tries all cases.
 */
export function someOf<Each>(all: readonly Each[], count: number, place: number): readonly Each[] {
  const some = Math.min(all.length, count * VOLUME);
  return [...all, ...all].slice((place * count) % all.length).slice(0, some);
}
