import { ChatError } from '../../core/ports.ts';
import { chatError, reasonOf } from './chatError.ts';
import { headersOf, type Endpoint } from './endpoint.ts';
import { fetchWithinOrigin, isRedirect, redirectError } from './redirects.ts';

export interface Ask {
  readonly timeoutMs: number;
  /** Sent as JSON with POST; GET without. */
  readonly body?: unknown;
}

/** More than any list of models takes. */
const MOST_CHARACTERS = 8_000_000;

/**
 * One plain JSON question to an endpoint, outside of chats; `path` is appended to the base address, or absolute when it is
 * a URL. Rejects with a ChatError.
 */
export async function askJson(endpoint: Endpoint, path: string, { timeoutMs, body }: Ask): Promise<unknown> {
  const place = { endpoint, model: 'the endpoint' };
  try {
    const response = await fetchWithinOrigin(path.startsWith('http') ? path : endpoint.baseUrl + path, {
      headers: { ...headersOf(endpoint), ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (isRedirect(response.status)) throw redirectError(endpoint.baseUrl, response.headers.get('location'));
    const text = await readText(response);
    if (!response.ok) throw chatError(reasonOf({ status: response.status, text }), place, { said: text });
    const value = text.length > MOST_CHARACTERS ? undefined : parseJson(text);
    if (value === undefined) throw chatError('notAModel', place, { said: text.slice(0, 80) });
    return value;
  } catch (error) {
    if (error instanceof ChatError) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw chatError(isLate ? 'timeout' : 'unreachable', place);
  }
}

/** The body as far as the limit; the rest of a longer one is not read. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST_CHARACTERS) break;
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told by the caller as "not a model".
    return undefined;
  }
}
