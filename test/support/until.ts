import { setImmediate as nextTurn } from 'node:timers/promises';

interface Patience {
  /** What happens between two looks; the event loop's next turn where nothing is given. */
  readonly pause?: () => PromiseLike<unknown>;
  /** A guard against hangs and no verdict; less than mocha's own, whose sentence would not say what was waited for. */
  readonly withinMs?: number;
}

/** Looks again and again until it is so, and fails with a sentence on what did not come about. */
export async function until(
  what: string,
  isSo: () => boolean | PromiseLike<boolean>,
  { pause = () => nextTurn(), withinMs = 300_000 }: Patience = {},
): Promise<void> {
  const started = performance.now();
  for (let looks = 1; !(await isSo()); looks += 1) {
    const waitedMs = performance.now() - started;
    if (waitedMs > withinMs)
      throw new Error(`${what}: not so after ${looks} looks in ${(waitedMs / 1000).toFixed(1)} s.`);
    await pause();
  }
}
