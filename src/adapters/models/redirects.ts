import { ChatError } from '../../core/ports.ts';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_HOPS = 5;

/**
 * Fetches, and follows at most five redirects. Follows a redirect only if the origin and the method stay the same, so
 * that neither the conversation nor a header goes to a server that the person did not name. Returns any other redirect
 * as the response. Does not follow redirects of a `Request`.
 */
export async function fetchWithinOrigin(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  let response = await fetch(input, { ...init, redirect: 'manual' });
  // The body of a `Request` was used up by the first request and can't be sent again.
  if (input instanceof Request) return response;
  let url = new URL(input);
  for (let hops = 0; hops < MOST_HOPS && isRedirect(response.status); hops++) {
    const target = targetOf(response.headers.get('location'), url);
    if (target?.origin !== url.origin || !keepsMethod(response.status, init)) return response;
    await response.body?.cancel();
    url = target;
    response = await fetch(url, { ...init, redirect: 'manual' });
  }
  return response;
}

export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && REDIRECTS.has(status);
}

/**
 * Returns an error about a redirect that was not followed. `location` is the value of the header. It may be relative to
 * `baseUrl`, the endpoint's address.
 */
export function redirectError(baseUrl: string, location: string | null | undefined): ChatError {
  const target = targetOf(location, new URL(baseUrl));
  const isOfWeb = target !== undefined && /^https?:$/.test(target.protocol);
  const where = isOfWeb ? target.origin + target.pathname : 'another address';
  return new ChatError(
    'notAModel',
    `${new URL(baseUrl).host} redirects requests to ${where}, but Longthread does not follow. If you trust that address, connect to it instead.`,
    false,
  );
}

/** Returns whether a redirect keeps the method and body. 301, 302 and 303 turn a POST into a GET without a body. */
function keepsMethod(status: number, { method = 'GET' }: RequestInit): boolean {
  return status === 307 || status === 308 || method.toUpperCase() === 'GET';
}

function targetOf(location: string | null | undefined, from: URL): URL | undefined {
  return location != null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}
