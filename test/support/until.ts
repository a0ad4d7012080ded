import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { HANG_MS } from './patience.ts';

interface Patience {
  /** The pause between two checks; by default the event loop's next turn, and later a short sleep. */
  readonly pause?: () => PromiseLike<unknown>;
  /**
   * A guard against hangs, not a verdict. It is shorter than mocha's own limit, whose message would not name the
   * awaited condition.
   */
  readonly withinMs?: number;
}

/**
 * Checks follow each other directly for this long, as most waits within this process are over by then. A check in a
 * browser takes longer and costs CPU time in three processes.
 */
const EAGER_MS = 10;
/** After that, a pause takes this share of the time waited so far, up to the longest pause. */
const PAUSE_SHARE = 0.2;
const LONGEST_PAUSE_MS = 200;

/**
 * Checks again and again until the condition holds; otherwise fails with a sentence that names the condition.
 */
export async function until(
  what: string,
  isSo: () => boolean | PromiseLike<boolean>,
  { pause, withinMs = HANG_MS / 2 }: Patience = {},
): Promise<void> {
  const started = performance.now();
  for (let looks = 1; !(await isSo()); looks += 1) {
    const waitedMs = performance.now() - started;
    if (waitedMs > withinMs)
      throw new Error(`${what}: not so after ${looks} looks in ${(waitedMs / 1000).toFixed(1)} s.`);
    await (pause?.() ?? pauseAfter(waitedMs));
  }
}

function pauseAfter(waitedMs: number): Promise<void> {
  if (waitedMs < EAGER_MS) return nextTurn();
  return sleep(Math.min(PAUSE_SHARE * waitedMs, LONGEST_PAUSE_MS));
}
