/**
 * How many times as much as `npm test` a test does that tries many made-up or recorded cases: 1, or what
 * LONGTHREAD_VOLUME says, as `npm run torture` does.
 */
export const VOLUME = Number(process.env['LONGTHREAD_VOLUME'] ?? '1');

/**
 * Of these, so many as one test tries at this volume, beginning at another one at each place: tests at places one after
 * another try all of them in turn.
 */
export function someOf<Each>(all: readonly Each[], count: number, place: number): readonly Each[] {
  const some = Math.min(all.length, count * VOLUME);
  return [...all, ...all].slice((place * count) % all.length).slice(0, some);
}
