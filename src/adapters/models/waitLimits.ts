import { ChatError } from '../../core/ports.ts';
import { isLocalEndpoint, type Endpoint } from './endpoint.ts';

/** The number of seconds for which an endpoint may be silent in each phase of an answer. */
export interface WaitLimits {
  /** The limit for the time between the request and the first byte of the answer. */
  readonly headers: number;
  /**
   * The limit for the time between the first byte of the answer and the first text, thought or call. It also applies to
   * a whole answer that is not streamed, and to each pause while the Responses API reports a thought in progress.
   */
  readonly firstToken: number;
  /** The limit for the time between two texts, thoughts or calls. */
  readonly gap: number;
}

export type Wait = keyof WaitLimits;

export const DEFAULT_WAIT_LIMITS: WaitLimits = { headers: 120, firstToken: 290, gap: 90 };

/**
 * The longest limit in seconds. It must be shorter than the 300 s of Node's fetch, so that our error message is used.
 */
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
 * Returns the limit that applies. A local server sends its headers only after reading the whole request. So the limit
 * for the first token also applies to the headers if this limit is longer.
 */
function limitFor(wait: Wait, endpoint: Endpoint, limits: WaitLimits): Wait {
  const readsFirst = wait === 'headers' && limits.firstToken > limits.headers;
  return readsFirst && isLocalEndpoint(endpoint.baseUrl) ? 'firstToken' : wait;
}

/** Returns the limit of a wait in milliseconds. */
export function waitLimitMs(wait: Wait, endpoint: Endpoint, limits: WaitLimits): number {
  return limits[limitFor(wait, endpoint, limits)] * 1_000;
}

/**
 * Returns the error for a silence that reached its limit. The request is not retried. The message says what may help.
 */
export function silenceError(wait: Wait, endpoint: Endpoint, limits: WaitLimits): ChatError {
  return silenceOf(new URL(endpoint.baseUrl).host, limitFor(wait, endpoint, limits), limits);
}

/**
 * Returns the error for a source that was silent too long. `who` names the source, e.g. a model without an endpoint.
 */
export function silenceOf(who: string, limit: Wait, limits: WaitLimits): ChatError {
  const longer =
    limits[limit] < LONGEST_WAIT_SECONDS
      ? `raise ${SETTINGS[limit]} for a slow model`
      : 'compact the session, so that there is less to read';
  const sentence = `${who} ${SILENCES[limit]} for ${String(limits[limit])} s. Try again, or ${longer}.`;
  return new ChatError('timeout', sentence, false);
}
