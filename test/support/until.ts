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
 * This many checks follow each other directly: most waits are over by then, and a long one leaves the CPU to others.
 */
const EAGER_LOOKS = 50;
/** Each pause is longer than the one before by this much, up to the longest. */
const PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

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
    await (pause?.() ?? pauseAfter(looks));
  }
}

function pauseAfter(looks: number): Promise<void> {
  if (looks < EAGER_LOOKS) return nextTurn();
  return sleep(Math.min(PAUSE_MS * (looks - EAGER_LOOKS + 1), LONGEST_PAUSE_MS));
}
