import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import * as v from 'valibot';
import { ChatError } from '../../core/ports.ts';
import { chatError, reasonOf, type ErrorPlace } from './chatError.ts';
import type { Refusal } from './contextOverflow.ts';
import { causeOf, isLasting, rootCodeOf, whyUnreachable } from './connectionProblem.ts';
import { NotAnAnswerError } from './answerEvents.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { isRedirect, redirectError } from './redirects.ts';
import { readRefusal } from './refusal.ts';

/** The error codes of Node's fetch if it aborts because no headers or no part of the body arrived for 300 s. */
const FETCH_TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * Converts any error of the SDK or the network to a ChatError. Its message says what happened and what to do, and never
 * contains a key.
 */
export function toChatError(error: unknown, place: ErrorPlace): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof APIUserAbortError) return chatError('cancelled', place);
  if (error instanceof NotAnAnswerError) return chatError('notAModel', place, { detail: error.message });
  if (error instanceof PayloadTooLargeError) return chatError('tooLarge', place);
  if (FETCH_TIMEOUTS.has(rootCodeOf(error))) return chatError('timeout', place);
  if (error instanceof APIConnectionError)
    return chatError('unreachable', place, {
      detail: whyUnreachable(error),
      ...(isLasting(error) && { isRetryable: false }),
    });
  const refused = asApiError(error);
  if (refused !== undefined) return refusalError(refused, place);
  // The remaining errors are not APIErrors. A `TypeError: terminated` means that the connection broke. A SyntaxError
  // means that an event was not JSON.
  return chatError('interrupted', place, { detail: causeOf(error) });
}

function refusalError(error: APIError, place: ErrorPlace): ChatError {
  if (isRedirect(error.status)) return redirectError(place.endpoint.baseUrl, error.headers?.get('location'));
  const refusal = refusalOf(error);
  return chatError(reasonOf(refusal), place, {
    detail: refusal.text,
    status: refusal.status,
    retryAfterMs: retryAfterMs(error.headers) ?? saidPauseMs(refusal.text),
    ...(error.headers?.get('x-should-retry') === 'false' && { isRetryable: false }),
  });
}

/** Returns the error if it is an APIError of the SDK. With `instanceof` alone, its fields would have no types. */
export function asApiError(error: unknown): APIError | undefined {
  return error instanceof APIError ? (error as APIError) : undefined;
}

/**
 * Parses the endpoint's error in an APIError. The field `error` is an object, a string (LM Studio), or undefined if
 * there was no body.
 */
export function refusalOf({ status, error, message }: APIError): Refusal {
  const refusal = error == null ? { text: status === undefined ? message : '' } : readRefusal(error);
  return { ...refusal, status: status ?? statusIn(refusal.code) };
}

/**
 * Returns the HTTP status in an error's code. Routers put the provider's status there. An error inside an answer has no
 * other status.
 */
function statusIn(code: Refusal['code']): number | undefined {
  const status = Number(code ?? NaN);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}

/**
 * Returns the pause in ms that the headers request. Reads the vendors' own header, which is in ms, or `Retry-After`,
 * which is in seconds or a date of the server's clock.
 */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = numberIn(headers?.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const written = headers?.get('retry-after');
  const seconds = numberIn(written);
  if (seconds !== undefined) return seconds * 1_000;
  // Only a text with letters can be a date. `Date.parse` would read a number as a year.
  if (!/[a-z]/i.test(written ?? '')) return undefined;
  const untilDate = Date.parse(written ?? '') - Date.parse(headers?.get('date') ?? '');
  return Number.isFinite(untilDate) ? Math.max(0, untilDate) : undefined;
}

/** Returns the pause in ms that an error's message asks for, as in `Please try again in 7m12.5s` (Google, Groq). */
function saidPauseMs(text: string): number | undefined {
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0'] = PAUSE.exec(text) ?? [];
  const pauseMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms);
  return pauseMs > 0 ? Math.ceil(pauseMs) : undefined;
}

const PAUSE =
  /\b(?:try|retry)(?: again| your request| after| in){1,3} (?:(\d{1,3}) ?h(?:ours?)? ?)?(?:(\d{1,4}) ?m(?!s)(?:in(?:ute)?s?)? ?)?(?:(\d{1,6}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b)?(?:(\d{1,7}(?:\.\d+)?) ?m(?:illi)?s)?/i;

function numberIn(written: string | null | undefined): number | undefined {
  const value = written?.trim() ? Number(written) : NaN;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The HTTP status for each error code. An error in the middle of an answer has only a code. */
const STATUSES: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  server_error: 500,
  server_is_overloaded: 503,
};
const Failure = v.fallback(v.looseObject({}), {});

/**
 * Returns the error that an event of the Responses API reports: `{ code: 'server_error', message: 'Try again.' }` or `{
 * error: { code: … } }`.
 */
export function failureOf(error: unknown): APIError {
  const body = v.parse(Failure, error);
  const { code } = readRefusal(body);
  return new APIError(STATUSES[String(code ?? 'server_error')] ?? 400, body, undefined, new Headers());
}
