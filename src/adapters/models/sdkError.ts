import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ChatError } from '../../core/ports.ts';
import { chatError, reasonOf, type ErrorPlace } from './chatError.ts';
import type { Refusal } from './contextOverflow.ts';
import { isRedirect, redirectError } from './redirects.ts';

/** Translates whatever the SDK or the network threw into a ChatError, with one sentence that says what to do. Never holds a key. */
export function toChatError(error: unknown, place: ErrorPlace): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof APIUserAbortError) return chatError('cancelled', place);
  if (error instanceof APIConnectionTimeoutError) return chatError('timeout', place);
  if (error instanceof APIConnectionError) return chatError('unreachable', place, { said: causeOf(error) });
  const refused = asApiError(error);
  if (refused !== undefined) return refusalError(refused, place);
  // `TypeError: terminated` when the connection broke, a SyntaxError when an event was no JSON: neither is an APIError.
  return chatError('interrupted', place, { said: error instanceof Error ? error.message : String(error) });
}

function refusalError(error: APIError, place: ErrorPlace): ChatError {
  if (isRedirect(error.status)) return redirectError(place.endpoint.baseUrl, error.headers?.get('location'));
  const refusal = refusalOf(error);
  return chatError(reasonOf(refusal), place, { said: refusal.text, retryAfterMs: retryAfterMs(error) });
}

/** An error that came as an answer, or nothing; `instanceof` alone would leave its fields untyped. */
export function asApiError(error: unknown): APIError | undefined {
  return error instanceof APIError ? (error as APIError) : undefined;
}

/** What an APIError says of a refusal. `error` is an object, a string (LM Studio) or missing (a page of HTML). */
export function refusalOf(error: APIError): Refusal {
  return { status: error.status, code: error.code, type: error.type, text: error.message };
}

/** `Retry-After` in ms: seconds or a date. */
function retryAfterMs(error: APIError): number | undefined {
  const seconds = Number(error.headers?.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return root instanceof Error ? root.message : error.message;
}
