import type { ChatError } from '../ports.ts';

/**
 * The only policy for retries after temporary errors. Model adapters have none of their own, so that every pause is
 * shown. Pauses are 1, 4 and 16 s: a burst passes in the first, a server's restart in all three.
 */
const MOST_RETRIES = 3;
const FIRST_DELAY_MS = 1_000;
/** An endpoint that asks for a longer pause is not waited for: the person decides. */
const LONGEST_DELAY_MS = 60_000;

/** Returns the pause before try `attempt` (0 for the first retry) in ms; undefined when it is better to give up. */
export function retryDelayMs(error: ChatError, attempt: number): number | undefined {
  if (!error.isRetryable || attempt >= MOST_RETRIES) return undefined;
  const delayMs = error.retryAfterMs ?? FIRST_DELAY_MS * 4 ** attempt;
  return delayMs > LONGEST_DELAY_MS ? undefined : delayMs;
}
