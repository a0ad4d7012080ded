/**
 * Returns a function that makes a value, and returns the same value for `durationMs`. A failure is not reused: after a
 * failure, the next call makes the value again.
 */
export function reusedFor<T>(
  durationMs: number,
  now: () => number,
  make: () => Promise<T>,
): () => Promise<T> {
  let made: Promise<T> | undefined;
  let madeAt = 0;
  return () => {
    if (made !== undefined && now() - madeAt <= durationMs) return made;
    madeAt = now();
    const making = make();
    made = making;
    making.catch(() => {
      if (made === making) made = undefined;
    });
    return making;
  };
}
