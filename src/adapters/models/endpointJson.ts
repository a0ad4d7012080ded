import { ChatError } from '../../core/ports.ts';
import { chatError, reasonOf } from './chatError.ts';
import { readBounded } from './boundedBody.ts';
import { whyUnreachable } from './connectionProblem.ts';
import { headersOf, JSON_HEADERS, pageOf, type Endpoint } from './endpoint.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { readRefusal } from './refusal.ts';
import { fetchWithinOrigin, isRedirect, redirectError } from './redirects.ts';
import { parseJson } from '../transcripts/json.ts';

export interface Ask {
  readonly timeoutMs: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** The body of a POST request, sent as JSON. Without a body, the request is a GET request. */
  readonly body?: unknown;
}

/**
 * Sends an endpoint a request that is not a chat request, and returns the JSON of the response. `path` is appended to
 * the base address, or is an absolute URL. Rejects with a ChatError.
 */
export async function askJson(
  endpoint: Endpoint,
  path: string,
  { timeoutMs, signal, body }: Ask,
): Promise<unknown> {
  const place = { endpoint };
  try {
    const response = await fetchWithinOrigin(path.startsWith('http') ? path : pageOf(endpoint, path), {
      headers: headersOf(endpoint, body === undefined ? {} : JSON_HEADERS),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (isRedirect(response.status)) throw redirectError(endpoint.baseUrl, response.headers.get('location'));
    const text = await readBounded(response);
    const value = parseJson(text);
    if (!response.ok) {
      const refusal = { ...readRefusal(value ?? text), status: response.status };
      throw chatError(reasonOf(refusal), place, { detail: refusal.text });
    }
    if (value === undefined) throw chatError('notAModel', place, { detail: text.slice(0, 80) });
    return value;
  } catch (error) {
    if (error instanceof ChatError) throw error;
    if (signal?.aborted === true) throw chatError('cancelled', place);
    if (error instanceof PayloadTooLargeError) throw chatError('tooLarge', place);
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate
      ? chatError('timeout', place)
      : chatError('unreachable', place, { detail: whyUnreachable(error) });
  }
}
