import { withoutInvisible } from '../../core/text/invisible.ts';
import { isPrivateHost } from './privateHosts.ts';

/** A model's address and credentials. */
export interface Endpoint {
  /** The base address of the OpenAI-compatible API, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const DEFAULT_PATH = '/v1';
/**
 * Azure's resource page shows the address without this path
 * (https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle).
 */
const AZURE_PATH = '/openai/v1';

/** Returns whether a host serves OpenAI's models on Azure, in any of its clouds. */
export function isAzureOpenAi(hostname: string): boolean {
  return /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/.test(hostname);
}

/**
 * Returns the base address for a typed address. Adds a missing scheme: http for this machine and private networks, and
 * https for other hosts. Adds `/v1` (`/openai/v1` for Azure) to an address without a path. Removes trailing slashes and
 * the path of a pasted request, such as `/chat/completions`. Keeps a query, since Azure requires the parameter
 * `api-version` in each request. Throws a TypeError that says what is wrong.
 */
export function parseBaseUrl(typed: string): string {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  if (!URL.canParse(address))
    throw new TypeError('This is not an address. An address looks like https://example.com/v1.');
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`An endpoint’s address begins with http:// or https://, not ${url.protocol}//.`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(
      'An address can’t contain a name and a password. Leave them out, and set the key instead.',
    );
  const path = url.pathname
    .replace(/\/((chat\/)?completions|responses|messages|(?<=\/v1\/)models)\/*$/, '')
    .replace(/\/+$/, '');
  const usual = isAzureOpenAi(url.hostname) ? AZURE_PATH : DEFAULT_PATH;
  return `${url.protocol}//${url.host}${path === '' ? usual : path}${url.search}`;
}

function schemeFor(typed: string): string {
  const plain = `http://${typed}`;
  return URL.canParse(plain) && isPrivateHost(new URL(plain).hostname) ? 'http' : 'https';
}

/** Replaces the query of a request's address with the query of the endpoint's base address. */
export function withQueryOf({ baseUrl }: Endpoint, address: string): string {
  const url = new URL(address);
  url.search = new URL(baseUrl).search;
  return url.href;
}

/**
 * Returns the base address with `page` appended to its path. Before that, removes the part of the path that `end`
 * matches. Keeps the query.
 */
export function pageOf({ baseUrl }: Endpoint, page: string, end = /$/): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(end, '') + page;
  return url.href;
}

/** Returns the address without its query, which may contain a key. */
export function shownAddress({ baseUrl }: Endpoint): string {
  return baseUrl.replace(/\?.*$/, '');
}

/**
 * Returns whether the endpoint runs on this machine or in a private network. With http, a name without a dot counts as
 * a private host, such as `http://ollama:11434` in a dev container. With https, only `localhost` counts among names
 * without a dot, since a proxy may resolve such a name to any host.
 */
export function isLocalEndpoint(baseUrl: string): boolean {
  const { hostname, protocol } = new URL(baseUrl);
  return isPrivateHost(hostname) || (protocol === 'http:' && /^[\w-]+$/.test(hostname));
}

/** The header of a request with a JSON body. */
export const JSON_HEADERS = { 'content-type': 'application/json' };

/**
 * Returns all headers of a request. The endpoint's own headers replace other headers of the same name. Names are
 * compared without regard to case.
 */
export function headersOf(
  { apiKey, baseUrl, headers = {} }: Endpoint,
  more: Record<string, string> = {},
): Headers {
  const all = new Headers({ ...more, ...(apiKey !== undefined && keyHeader(plainKey(apiKey), baseUrl)) });
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return all;
}

/**
 * Returns a key in the form in which it is sent. Removes text that people copy together with the key: quotes, `Bearer`,
 * white space and invisible characters.
 */
export function plainKey(written: string): string {
  const copied = withoutInvisible(written).replace(/\s+/g, ' ').trim();
  const key = copied.replace(/^(["'`])(.*)\1$/, '$2').replace(/^bearer /i, '');
  return key.replaceAll(' ', '');
}

/**
 * Returns the header for a key. Azure has its own header for keys. Tokens of Azure's directory, which are JWTs, are
 * sent in the usual header.
 */
function keyHeader(apiKey: string, baseUrl: string): Record<string, string> {
  const isOfAzure = /\.azure\.(?:com|us|cn)$/.test(new URL(baseUrl).hostname) && !apiKey.startsWith('eyJ');
  return isOfAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}
