import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ChatError, type ChatErrorReason } from '../../core/ports.ts';
import { isContextOverflow, isThrottling, type Refusal } from './contextOverflow.ts';
import type { Endpoint } from './endpoint.ts';

/** For the sentences: which model, where. */
export interface ErrorPlace {
  readonly endpoint: Endpoint;
  readonly model: string;
}

const MOST_DETAIL_CHARACTERS = 300;

/** Translates whatever the SDK or the network threw into a ChatError, with one sentence that says what to do. Never holds a key. */
export function toChatError(error: unknown, place: ErrorPlace): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof APIUserAbortError) return chatError('cancelled', place);
  if (error instanceof APIConnectionTimeoutError) return chatError('timeout', place);
  if (error instanceof APIConnectionError) return chatError('unreachable', place, causeOf(error));
  const refused = asApiError(error);
  if (refused !== undefined) return refusalError(refused, place);
  // `TypeError: terminated` when the connection broke, a SyntaxError when an event was no JSON: neither is an APIError.
  return chatError('interrupted', place, error instanceof Error ? error.message : String(error));
}

/** A ChatError with the sentence of its reason; `detail` is the endpoint's own word, cut and scrubbed. */
export function chatError(reason: ChatErrorReason, place: ErrorPlace, detail = ''): ChatError {
  return new ChatError(reason, sentenceOf(reason, place, detail), RETRYABLE.has(reason));
}

const RETRYABLE: ReadonlySet<ChatErrorReason> = new Set([
  'interrupted',
  'rateLimited',
  'serverError',
  'unreachable',
  'timeout',
]);

function refusalError(error: APIError, place: ErrorPlace): ChatError {
  const refusal = refusalOf(error);
  const reason = reasonOf(refusal);
  const sentence = sentenceOf(reason, place, refusal.text);
  return new ChatError(reason, sentence, RETRYABLE.has(reason), retryAfterMs(error));
}

/** An error that came as an answer, or nothing; `instanceof` alone would leave its fields untyped. */
export function asApiError(error: unknown): APIError | undefined {
  return error instanceof APIError ? (error as APIError) : undefined;
}

/** What an APIError says of a refusal. `error` is an object, a string (LM Studio) or missing (a page of HTML). */
export function refusalOf(error: APIError): Refusal {
  return { status: error.status, code: error.code, type: error.type, text: error.message };
}

/** The reason behind an HTTP status, the vendor's codes and its words; an error inside a stream has no status. */
export function reasonOf(refusal: Refusal): ChatErrorReason {
  if (isContextOverflow(refusal)) return 'contextOverflow';
  const { status, code } = refusal;
  if (status === 401 || status === 403) return code === 'content_filter' ? 'refused' : 'unauthorized';
  if (code === 'insufficient_quota') return 'unauthorized';
  if (isThrottling(refusal)) return 'rateLimited';
  if (status === 404 || status === 405) return 'notFound';
  if (status === 408) return 'timeout';
  if (code === 'content_filter' || code === 'content_policy_violation') return 'refused';
  if (status === undefined) return 'interrupted';
  return status >= 500 || status === 409 ? 'serverError' : 'badRequest';
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

function sentenceOf(reason: ChatErrorReason, { endpoint, model }: ErrorPlace, detail: string): string {
  const said = detail === '' ? '' : ` (${scrub(detail, endpoint)})`;
  const at = new URL(endpoint.baseUrl).host;
  const sentences: Record<ChatErrorReason, string> = {
    cancelled: 'Stopped.',
    interrupted: `The answer from ${model} broke off${said}. Try again; what had arrived is kept.`,
    contextOverflow: `The request is longer than ${model} accepts${said}. Compact the session or set the model's window.`,
    rateLimited: `${at} is limiting requests${said}. Wait a moment and try again.`,
    unauthorized: `${at} did not accept the API key${said}. Set the key again.`,
    notFound: `${at} knows no model “${model}” under this address${said}. Check the address and the model's name.`,
    badRequest: `${at} refused the request${said}. Check the model's settings.`,
    serverError: `${at} failed${said}. Try again.`,
    unreachable: `${at} can't be reached${said}. Check that the server runs and the address is right.`,
    timeout: `${at} did not answer in time${said}. Try again, or raise the time limit for slow models.`,
    notAModel: `What answers at ${endpoint.baseUrl} is not a chat model's API${said}. Check the address; many end in /v1.`,
    refused: `${model} refused to answer this${said}. Word the request differently.`,
  };
  return sentences[reason];
}

/** Takes keys out of an endpoint's words, ours and anything that looks like one, and cuts them to a readable length. */
export function scrub(text: string, { apiKey, headers }: Endpoint): string {
  const secrets = [apiKey, ...Object.values(headers ?? {})].filter((secret) => (secret?.length ?? 0) >= 4);
  const known = secrets.reduce<string>((left, secret) => left.replaceAll(secret ?? '', '[key]'), text);
  const plain = known
    .replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]')
    .replace(/\b(sk|pk|gsk|xai|key|AIza)[-_][\w*.-]{6,}/g, '[key]')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > MOST_DETAIL_CHARACTERS ? `${plain.slice(0, MOST_DETAIL_CHARACTERS)}…` : plain;
}
