import type { Parts } from '../parts.ts';

/** The parts of the sentence. */
interface Answering {
  readonly models: Pick<Parts['models'], 'chatModel'>;
  readonly settings: { readonly current: Pick<Parts['settings']['current'], 'model'> };
}

/**
 * Returns a sentence on which model answers after a choice; a workspace setting may name another one. `isDone` says
 * that the chosen one answers. Expects the settings' models to be loaded.
 */
export function whoAnswers(
  id: string,
  { models, settings }: Answering,
): { readonly sentence: string; readonly isDone: boolean } {
  const { model } = settings.current;
  if (model.trim() !== id.trim())
    return {
      sentence: `${id} is chosen, but this workspace’s settings choose ${model}`,
      isDone: false,
    };
  return models.chatModel === undefined
    ? { sentence: `${id} is chosen, and can’t be reached for now`, isDone: false }
    : { sentence: `${id} answers from now on`, isDone: true };
}
