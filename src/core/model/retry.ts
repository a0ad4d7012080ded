import type { ChatError } from '../ports.ts';

/**
 * The maximum number of retries after temporary errors. Model adapters do not retry such errors, so that every pause is
 * shown. The pauses are 1, 4 and 16 s. The first one usually suffices after a burst of requests. All three together
 * usually suffice for the restart of a server.
 */
const MOST_RETRIES = 3;
const FIRST_DELAY_MS = 1_000;
/** The longest pause. If an endpoint asks for a longer pause, the person decides. */
const LONGEST_DELAY_MS = 60_000;

/** Returns the pause before the retry number `attempt` (from 0) in ms. Returns undefined if no retry makes sense. */
export function retryDelayMs(error: ChatError, attempt: number): number | undefined {
  if (!error.isRetryable || attempt >= MOST_RETRIES) return undefined;
  // Obeying “retry now” (0, or a date in the past) would use up all retries within moments, so the usual pause is made.
  const { retryAfterMs = 0 } = error;
  const delayMs = retryAfterMs > 0 ? retryAfterMs : FIRST_DELAY_MS * 4 ** attempt;
  return delayMs > LONGEST_DELAY_MS ? undefined : delayMs;
}
