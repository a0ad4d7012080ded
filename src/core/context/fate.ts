import type { Treatment } from './context.ts';

/**
 * The fate of a message. The message stays unchanged, is shortened, is in the notes, is left out, or was pinned or
 * excluded by the person. `record` stands for the notes themselves.
 */
export type Fate = 'stays' | 'shortened' | 'notes' | 'leftOut' | 'pinned' | 'excluded' | 'record';

/**
 * A fate that a person may choose for a message. With `leftOut`, the message leaves the context and no notes mention
 * it.
 */
export type ChosenFate = Extract<Fate, 'stays' | 'shortened' | 'notes' | 'leftOut'>;

const FATES: Readonly<Record<Treatment, Fate>> = {
  ...{ verbatim: 'stays', system: 'stays', excerpt: 'shortened', stub: 'shortened' },
  ...{ pinned: 'pinned', excluded: 'excluded' },
  ...{ notes: 'record', summary: 'record', digest: 'record', note: 'record' },
};

/** Returns the fate of an item of the context. */
export function fateOf(treatment: Treatment): Fate {
  return FATES[treatment];
}
