import type { ChatError } from '../ports.ts';

/** When and how often to ask again after an error that may pass. */
export interface RetryPolicy {
  /** Tries after the first. */
  readonly limit: number;
  readonly firstDelayMs: number;
  /** An endpoint that asks for a longer pause is not waited for: the person decides. */
  readonly longestDelayMs: number;
}

/** Longer pauses than the SDK's own, which has tried a few times within seconds before an error gets here. */
export const DEFAULT_RETRIES: RetryPolicy = { limit: 2, firstDelayMs: 2_000, longestDelayMs: 60_000 };

/** The pause before try `attempt` (0 for the first retry) in ms; undefined when it is better to give up. */
export function retryDelayMs(error: ChatError, attempt: number, policy: RetryPolicy): number | undefined {
  if (!error.isRetryable || attempt >= policy.limit) return undefined;
  const delayMs = error.retryAfterMs ?? policy.firstDelayMs * 4 ** attempt;
  return delayMs > policy.longestDelayMs ? undefined : delayMs;
}
