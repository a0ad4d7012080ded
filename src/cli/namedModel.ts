import { endpointFacts } from '../adapters/models/endpointProfile.ts';
import { parseBaseUrl, type Endpoint } from '../adapters/models/endpoint.ts';
import { registryProfile } from '../adapters/models/profiles.ts';
import type { ModelProfile } from '../core/ports.ts';
import { UsageError } from './usage.ts';
import { messageOf } from '../core/text/messageOf.ts';

/**
 * Returns the endpoint and the profile of the model that the environment variables name. Throws UsageError if the
 * address or the model is not set, or if the address is invalid.
 */
export async function namedModel(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly endpoint: Endpoint; readonly profile: ModelProfile }> {
  const address = environment['LONGTHREAD_ENDPOINT'];
  const id = environment['LONGTHREAD_MODEL'];
  const apiKey = environment['LONGTHREAD_API_KEY'];
  if (!address || !id) {
    throw new UsageError(
      '--summarizer model needs LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL in the environment.',
    );
  }
  const endpoint: Endpoint = { baseUrl: baseUrlOf(address), ...(apiKey ? { apiKey } : {}) };
  const profile = { ...registryProfile(id, endpoint.baseUrl), ...(await endpointFacts(endpoint, id)) };
  return { endpoint, profile };
}

function baseUrlOf(address: string): string {
  try {
    return parseBaseUrl(address);
  } catch (error) {
    throw new UsageError(`LONGTHREAD_ENDPOINT: ${messageOf(error)}`);
  }
}
