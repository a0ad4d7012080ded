import { OpenAiModel, type OpenAiModelOptions } from '../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { ChatError, type ChatDelta } from '../../src/core/ports.ts';
import { startFaultyEndpoint, type Fault } from './faultyEndpoint.ts';

export interface Asked {
  readonly deltas: readonly ChatDelta[];
  readonly error: ChatError | undefined;
}

/**
 * Starts an endpoint with a fault, sends one request through the real client, and returns the outcome. Rejects with any
 * error that is not a ChatError.
 */
export async function askEndpoint(fault: Fault, options: Partial<OpenAiModelOptions> = {}): Promise<Asked> {
  const endpoint = await startFaultyEndpoint(fault);
  const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
  const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile, ...options });
  const deltas: ChatDelta[] = [];
  try {
    for await (const delta of model.stream({ messages: [], tools: [] }, neverCancelled)) deltas.push(delta);
    return { deltas, error: undefined };
  } catch (error) {
    if (error instanceof ChatError) return { deltas, error };
    throw error;
  } finally {
    await endpoint.close();
  }
}
