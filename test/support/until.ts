import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { HANG_MS } from './patience.ts';

interface Patience {
  /** The pause between two checks. The default is one turn of the event loop, and after `EAGER_MS` a short sleep. */
  readonly pause?: () => PromiseLike<unknown>;
  /**
   * The time limit, which only guards against hangs. It is shorter than mocha's own limit, because mocha's message
   * would not name the condition.
   */
  readonly withinMs?: number;
}

/**
 * For this time, checks follow each other directly, because most waits within this process end earlier. Later checks
 * have pauses, because a check in a browser takes longer and costs CPU time in three processes.
 */
const EAGER_MS = 10;
/** After `EAGER_MS`, each pause is this share of the time waited so far, but at most `LONGEST_PAUSE_MS`. */
const PAUSE_SHARE = 0.2;
const LONGEST_PAUSE_MS = 200;

/**
 * Checks repeatedly until the condition holds. At the time limit, throws an Error that names the condition.
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
