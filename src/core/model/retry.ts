import type { ChatError } from '../ports.ts';

/** When and how often to ask again after an error that may pass. */
export interface RetryPolicy {
  /** Tries after the first. */
  readonly limit: number;
  readonly firstDelayMs: number;
  /** An endpoint that asks for a longer pause is not waited for: the person decides. */
  readonly longestDelayMs: number;
}

/**
 * The one policy for asking again: the models' adapters don't, so that every pause is told. 1, 4 and 16 s: a burst passes in
 * the first, a restart of a server in all of them.
 */
export const DEFAULT_RETRIES: RetryPolicy = { limit: 3, firstDelayMs: 1_000, longestDelayMs: 60_000 };

/** The pause before try `attempt` (0 for the first retry) in ms; undefined when it is better to give up. */
export function retryDelayMs(error: ChatError, attempt: number, policy: RetryPolicy): number | undefined {
  if (!error.isRetryable || attempt >= policy.limit) return undefined;
  const delayMs = error.retryAfterMs ?? policy.firstDelayMs * 4 ** attempt;
  return delayMs > policy.longestDelayMs ? undefined : delayMs;
}
