import { readHead, withBoundedEvents } from './boundedBody.ts';
import { fetchWithinOrigin } from './redirects.ts';
import { wellFormedJson } from './wellFormed.ts';

/** The most bytes of an error that are read; 300 characters of it are shown. */
const MOST_ERROR_BYTES = 64 * 1024;
/** Statuses for which `Response` accepts no body. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetches from an endpoint, within its origin and with a bounded body. Converts an error's body to `{ error }` of any
 * shape, since the SDK drops the message of other bodies.
 */
export async function endpointFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetchWithinOrigin(input, withWellFormedBody(init));
  if (response.ok) return withBoundedEvents(response);
  if (BODILESS_STATUSES.has(response.status)) return response;
  const error = errorIn(await readHead(response, MOST_ERROR_BYTES));
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ error }), { status, statusText, headers });
}

function withWellFormedBody(init: RequestInit = {}): RequestInit {
  return typeof init.body === 'string' ? { ...init, body: wellFormedJson(init.body) } : init;
}

function errorIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body && body.error !== null
      ? body.error
      : body;
  } catch {
    // An HTML page, plain text or a truncated body: the text is all there is.
    return text === '' ? undefined : text;
  }
}
