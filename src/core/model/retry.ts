import type { ChatError } from '../ports.ts';

/**
 * The only retry policy for temporary errors. Model adapters have none, so that every pause is shown. Pauses are 1, 4
 * and 16 s: a burst passes in the first, a server's restart in all three.
 */
const MOST_RETRIES = 3;
const FIRST_DELAY_MS = 1_000;
/** If an endpoint asks for a longer pause, the person decides instead. */
const LONGEST_DELAY_MS = 60_000;

/** Returns the pause before retry `attempt` (from 0) in ms; undefined when no retry makes sense. */
export function retryDelayMs(error: ChatError, attempt: number): number | undefined {
  if (!error.isRetryable || attempt >= MOST_RETRIES) return undefined;
  // “Retry now” (0, or a date in the past) would use up all retries at once.
  const { retryAfterMs = 0 } = error;
  const delayMs = retryAfterMs > 0 ? retryAfterMs : FIRST_DELAY_MS * 4 ** attempt;
  return delayMs > LONGEST_DELAY_MS ? undefined : delayMs;
}
