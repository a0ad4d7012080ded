import type { Parts } from '../parts.ts';

/** The parts of the sentence. */
interface Answering {
  readonly models: Pick<Parts['models'], 'chatModel'>;
  readonly settings: { readonly current: Pick<Parts['settings']['current'], 'model'> };
}

/**
 * Returns what came of choosing a model, once the settings' models are those of now: another one may answer here, or
 * none. `isDone` where it is the one that answers.
 */
export function whoAnswers(
  id: string,
  { models, settings }: Answering,
): { readonly sentence: string; readonly isDone: boolean } {
  const { model } = settings.current;
  if (model.trim() !== id.trim())
    return {
      sentence: `${id} is chosen; in this workspace, its settings have ${model} answer`,
      isDone: false,
    };
  return models.chatModel === undefined
    ? { sentence: `${id} is chosen, and can’t be reached for now`, isDone: false }
    : { sentence: `${id} answers from now on`, isDone: true };
}
