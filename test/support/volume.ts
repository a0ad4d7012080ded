/**
 * How many times as many cases a test tries as in `npm test`, if it tries many made-up or recorded ones: 1, or
 * LONGTHREAD_VOLUME, which `npm run torture` sets.
 */
export const VOLUME = Number(process.env['LONGTHREAD_VOLUME'] ?? '1');

/**
 * Returns as many of these as one test tries at this volume, from a different one at each place, so that tests at
 * consecutive places try all of them in turn.
 */
export function someOf<Each>(all: readonly Each[], count: number, place: number): readonly Each[] {
  const some = Math.min(all.length, count * VOLUME);
  return [...all, ...all].slice((place * count) % all.length).slice(0, some);
}
