import { ChatError } from '../../core/ports.ts';
import { isLocalEndpoint, type Endpoint } from './endpoint.ts';

/** The seconds that an endpoint may be silent, by phase of its answer. */
export interface WaitLimits {
  /** From sending the request to the first byte of the answer. */
  readonly headers: number;
  /** From there to the first text, thought or call. */
  readonly firstToken: number;
  /** Between two texts, thoughts or calls. */
  readonly gap: number;
}

export type Wait = keyof WaitLimits;

export const DEFAULT_WAIT_LIMITS: WaitLimits = { headers: 120, firstToken: 290, gap: 90 };

/** Node's fetch ends a silence after 300 s; our limit must come first, so that the message is ours. */
export const LONGEST_WAIT_SECONDS = 299;

const SETTINGS: Readonly<Record<Wait, string>> = {
  headers: 'longthread.endpoint.headersTimeout',
  firstToken: 'longthread.endpoint.firstTokenTimeout',
  gap: 'longthread.endpoint.gapTimeout',
};

const SILENCES: Readonly<Record<Wait, string>> = {
  headers: 'did not begin to answer',
  firstToken: 'sent no token',
  gap: 'sent nothing more of its answer',
};

/**
 * Returns the limit that applies. A local server sends its headers only after reading the whole request, so for them
 * the limit of the first token applies if it is longer.
 */
function limitFor(wait: Wait, endpoint: Endpoint, limits: WaitLimits): Wait {
  const readsFirst = wait === 'headers' && limits.firstToken > limits.headers;
  return readsFirst && isLocalEndpoint(endpoint.baseUrl) ? 'firstToken' : wait;
}

/** Returns the limit of a wait in milliseconds. */
export function waitLimitMs(wait: Wait, endpoint: Endpoint, limits: WaitLimits): number {
  return limits[limitFor(wait, endpoint, limits)] * 1_000;
}

/** Returns the error for a silence that reached its limit. It is not retried; its message says what may help. */
export function silenceError(wait: Wait, endpoint: Endpoint, limits: WaitLimits): ChatError {
  return silenceOf(new URL(endpoint.baseUrl).host, limitFor(wait, endpoint, limits), limits);
}

/** Returns the error for a silence of a named source, e.g. of one without an endpoint. */
export function silenceOf(who: string, limit: Wait, limits: WaitLimits): ChatError {
  const longer =
    limits[limit] < LONGEST_WAIT_SECONDS
      ? `raise ${SETTINGS[limit]} for a slow model`
      : 'compact the session, so that there is less to read';
  const sentence = `${who} ${SILENCES[limit]} for ${String(limits[limit])} s. Try again, or ${longer}.`;
  return new ChatError('timeout', sentence, false);
}
