import { parseBaseUrl, type Endpoint } from '../../adapters/models/endpoint.ts';
import { STORED_VALUE } from '../../adapters/models/ownHeaders.ts';
import type { Settings } from '../settings/settings.ts';
import type { AgreedAddresses } from './agreedAddresses.ts';
import type { ApiKeys } from './apiKeys.ts';

/** The sources of an endpoint's address, key and headers. */
export interface EndpointSources {
  readonly keys: ApiKeys;
  readonly settings: () => Settings;
  /** Decides whether anything may be sent to an address of the settings. */
  readonly addresses?: Pick<AgreedAddresses, 'isAgreed' | 'agree'>;
}

/**
 * Returns the endpoint in the settings with its key and headers. Returns undefined if no endpoint is set, or if the
 * person has not agreed to its address. Rejects with TypeError if the address is invalid, and with Error if a secret
 * header has no value.
 */
export async function configuredEndpoint(sources: EndpointSources): Promise<Endpoint | undefined> {
  const { endpointUrl } = sources.settings();
  if (endpointUrl.trim() === '') return undefined;
  const baseUrl = parseBaseUrl(endpointUrl);
  if (sources.addresses?.isAgreed(baseUrl) === false) return undefined;
  const apiKey = await sources.keys.read(baseUrl);
  return withOwnHeaders({ baseUrl, ...(apiKey === undefined ? {} : { apiKey }) }, sources);
}

/** Returns an endpoint with the person's own headers for it. Throws if a secret header has no value. */
export async function withOwnHeaders(
  endpoint: Endpoint,
  { settings, keys }: EndpointSources,
): Promise<Endpoint> {
  const { baseUrl } = endpoint;
  const own = Object.entries(settings().headers?.get(baseUrl) ?? {});
  if (own.length === 0) return endpoint;
  const headers = own.map(async ([name, value]) => {
    if (value !== STORED_VALUE) return [name, value] as const;
    const stored = await keys.readHeader(baseUrl, name);
    if (stored === undefined) throw new Error(noValue(name, baseUrl));
    return [name, stored] as const;
  });
  return { ...endpoint, headers: Object.fromEntries(await Promise.all(headers)) };
}

function noValue(name: string, baseUrl: string): string {
  return `The header ${name} for ${new URL(baseUrl).host} has no value in the secret storage. Set it with “Set Header with a Secret…”.`;
}
