import { isPrivateHost } from './privateHosts.ts';

/** Where a model is and how to be let in. */
export interface Endpoint {
  /** Base address of the OpenAI-compatible API, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const DEFAULT_PATH = '/v1';

/**
 * The base address behind what a person typed: a scheme is added (http for this machine, https else), a bare host
 * gets `/v1`, a pasted `/chat/completions` and slashes at the end are taken off. Throws a TypeError that says what is wrong.
 */
export function parseBaseUrl(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  if (!URL.canParse(address))
    throw new TypeError('This is no address. One looks like https://example.com/v1.');
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`An endpoint’s address begins with http:// or https://, not ${url.protocol}//.`);
  const path = url.pathname.replace(/\/(chat\/)?completions\/?$/, '').replace(/\/+$/, '');
  return `${url.protocol}//${url.host}${path === '' ? DEFAULT_PATH : path}`;
}

function schemeFor(typed: string): string {
  const plain = `http://${typed}`;
  return URL.canParse(plain) && isPrivateHost(new URL(plain).hostname) ? 'http' : 'https';
}

/** Whether the endpoint runs on this machine or in a private network: what it serves has no list price. */
export function isLocalEndpoint(baseUrl: string): boolean {
  return isPrivateHost(new URL(baseUrl).hostname);
}

/** The headers of a request with a body. */
export const JSON_BODY = { 'content-type': 'application/json' };

/** All headers of a request: the key and the endpoint's own, which take the place of others however they are spelled. */
export function headersOf({ apiKey, headers = {} }: Endpoint, more: Record<string, string> = {}): Headers {
  const all = new Headers({ ...more, ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return all;
}
