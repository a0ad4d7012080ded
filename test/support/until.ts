import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { HANG_MS } from './patience.ts';

interface Patience {
  /** What happens between two looks; where nothing is given, the event loop's next turn, and later a short sleep. */
  readonly pause?: () => PromiseLike<unknown>;
  /** A guard against hangs and no verdict; less than mocha's own, whose sentence would not say what was waited for. */
  readonly withinMs?: number;
}

/** So many looks come one right after another: most waits are over by then, and a long one leaves the CPU to others. */
const EAGER_LOOKS = 50;
/** So much longer is each pause than the one before, up to the longest. */
const PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Looks again and again until it is so, and fails with a sentence on what did not come about. */
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
