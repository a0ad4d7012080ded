import { ChatError, type ChatErrorReason } from '../../core/ports.ts';
import { isContextOverflow, isThrottling, type Refusal } from './contextOverflow.ts';
import type { Endpoint } from './endpoint.ts';

/** For the sentences: which model, where. */
export interface ErrorPlace {
  readonly endpoint: Endpoint;
  readonly model: string;
}

const MOST_DETAIL_CHARACTERS = 300;

/** More about an error, where it is known. */
export interface ErrorDetail {
  /** The endpoint's own words; cut and scrubbed here. */
  readonly said?: string;
  readonly retryAfterMs?: number | undefined;
}

/** A ChatError with the sentence of its reason. Never holds a key. */
export function chatError(reason: ChatErrorReason, place: ErrorPlace, detail: ErrorDetail = {}): ChatError {
  const sentence = sentenceOf(reason, place, detail.said ?? '');
  return new ChatError(reason, sentence, RETRYABLE.has(reason), detail.retryAfterMs);
}

const RETRYABLE: ReadonlySet<ChatErrorReason> = new Set([
  'interrupted',
  'rateLimited',
  'serverError',
  'unreachable',
  'timeout',
]);

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
function scrub(text: string, { apiKey, headers }: Endpoint): string {
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
