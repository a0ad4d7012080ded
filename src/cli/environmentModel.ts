import type { ChatModel } from '../core/ports.ts';
import { namedModel } from './namedModel.ts';

/**
 * The model that LONGTHREAD_ENDPOINT, LONGTHREAD_MODEL and LONGTHREAD_API_KEY name: the command line takes no key,
 * since others can read it there. Throws UsageError when the first two are not set.
 */
export async function environmentModel(environment: NodeJS.ProcessEnv): Promise<ChatModel> {
  const named = await namedModel(environment);
  const { OpenAiModel } = await import('../adapters/models/openAiModel.ts');
  return new OpenAiModel(named);
}
