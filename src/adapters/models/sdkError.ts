import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import { ChatError } from '../../core/ports.ts';
import { chatError, reasonOf, type ErrorPlace } from './chatError.ts';
import type { Refusal } from './contextOverflow.ts';
import { causeOf, isLasting, rootCodeOf, whyUnreachable } from './connectionProblem.ts';
import { NotAnAnswerError } from './answerEvents.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { isRedirect, redirectError } from './redirects.ts';
import { readRefusal } from './refusal.ts';

/** Silences that Node's fetch ends by itself, headers and body, each after 300 s. */
const FETCH_TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * Converts any error of the SDK or the network to a ChatError, with one sentence that says what to do. Never contains a
 * key.
 */
export function toChatError(error: unknown, place: ErrorPlace): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof APIUserAbortError) return chatError('cancelled', place);
  if (error instanceof NotAnAnswerError) return chatError('notAModel', place, { said: error.message });
  if (error instanceof PayloadTooLargeError) return chatError('tooLarge', place);
  if (FETCH_TIMEOUTS.has(rootCodeOf(error))) return chatError('timeout', place);
  if (error instanceof APIConnectionError)
    return chatError('unreachable', place, {
      said: whyUnreachable(error),
      ...(isLasting(error) && { isRetryable: false }),
    });
  const refused = asApiError(error);
  if (refused !== undefined) return refusalError(refused, place);
  // `TypeError: terminated` when the connection broke, a SyntaxError when an event was no JSON: neither is an APIError.
  return chatError('interrupted', place, { said: causeOf(error) });
}

function refusalError(error: APIError, place: ErrorPlace): ChatError {
  if (isRedirect(error.status)) return redirectError(place.endpoint.baseUrl, error.headers?.get('location'));
  const refusal = refusalOf(error);
  return chatError(reasonOf(refusal), place, {
    said: refusal.text,
    status: refusal.status,
    retryAfterMs: retryAfterMs(error.headers),
    ...(error.headers?.get('x-should-retry') === 'false' && { isRetryable: false }),
  });
}

/** An error that came as an answer, or nothing; `instanceof` alone would leave its fields untyped. */
export function asApiError(error: unknown): APIError | undefined {
  return error instanceof APIError ? (error as APIError) : undefined;
}

/**
 * Returns what an APIError says of a refusal. `error` is an object, a string (LM Studio) or missing (nothing was sent).
 */
export function refusalOf({ status, error, message }: APIError): Refusal {
  const refusal = error == null ? { text: status === undefined ? message : '' } : readRefusal(error);
  return { ...refusal, status: status ?? statusIn(refusal.code) };
}

/** An error inside an answer has no status of its own; routers put the provider's into the code. */
function statusIn(code: Refusal['code']): number | undefined {
  const status = Number(code ?? NaN);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}

/**
 * Returns the pause in ms: vendors' own header in ms, or `Retry-After` in seconds or as a date, by the server's own
 * clock.
 */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = numberIn(headers?.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const written = headers?.get('retry-after');
  const seconds = numberIn(written);
  if (seconds !== undefined) return seconds * 1_000;
  // JavaScript takes bare numbers for years.
  if (!/[a-z]/i.test(written ?? '')) return undefined;
  const untilDate = Date.parse(written ?? '') - Date.parse(headers?.get('date') ?? '');
  return Number.isFinite(untilDate) ? Math.max(0, untilDate) : undefined;
}

function numberIn(written: string | null | undefined): number | undefined {
  const value = Number(written ?? NaN);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
