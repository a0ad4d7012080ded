import type { ModelProfile } from '../../core/ports.ts';
import { formatTokenCount } from '../../shared/format.ts';
import type { Parts } from '../parts.ts';

/** In a context window with fewer tokens than this, tool descriptions and the room for an answer take at least half. */
const SMALL_WINDOW = 12_000;

/** The model that answers now, and the model in the effective settings. */
interface Answering {
  readonly models: Pick<Parts['models'], 'chatModel'>;
  readonly settings: { readonly current: Pick<Parts['settings']['current'], 'model'> };
}

/**
 * Returns whether the chosen model answers from now on (`isDone`), and a sentence that says so. The model does not
 * answer if it can't be reached, or if a workspace setting names another model. Expects the models to be loaded.
 */
export function whoAnswers(
  id: string,
  { models, settings }: Answering,
): { readonly sentence: string; readonly isDone: boolean } {
  const { model } = settings.current;
  if (model.trim() !== id.trim())
    return {
      sentence: `You chose ${id}, but this workspace’s settings use ${model}`,
      isDone: false,
    };
  return models.chatModel === undefined
    ? { sentence: `You chose ${id}, but this model can’t be reached now`, isDone: false }
    : { sentence: `${id} answers from now on`, isDone: true };
}

/**
 * Returns a warning if the model's window leaves little room for a conversation, as the defaults of local servers often
 * do; undefined otherwise.
 */
export function smallWindowWarning({ id, window }: ModelProfile): string | undefined {
  if (window === undefined || window >= SMALL_WINDOW) return undefined;
  return `${id} has a context window of only ${formatTokenCount(window)}. For a larger window, raise the server’s context length.`;
}
