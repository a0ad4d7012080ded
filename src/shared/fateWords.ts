import type { Fate, ChosenFate } from '../core/context/fate.ts';

export type { Fate, ChosenFate };

interface FateWords {
  readonly icon: string;
  readonly word: string;
  readonly sentence: string;
}

/** The label and the key with which a person chooses a fate. */
interface Choice {
  /** The label of the choice. */
  readonly choice: string;
  /** The key that makes the choice in the preview. */
  readonly key: string;
}

/** The fates that a person can choose. `fateOf` in core/context/fate.ts decides which fate a message has. */
const CHOSEN: Readonly<Record<ChosenFate, FateWords & Choice>> = {
  stays: {
    icon: 'circle-filled',
    word: 'stays',
    sentence: 'in the context word for word',
    choice: 'Keep',
    key: 'k',
  },
  shortened: {
    ...{ icon: 'circle-large-outline', word: 'shortened', choice: 'Shorten', key: 's' },
    sentence: 'in the context in fewer words; the original can be looked up',
  },
  notes: {
    ...{ icon: 'layers', word: 'in the notes', choice: 'Into the notes', key: 'n' },
    sentence: 'covered by the notes; the original can be looked up',
  },
  leftOut: {
    ...{ icon: 'circle-slash', word: 'left out', choice: 'Leave out', key: 'l' },
    sentence: 'out of the context, and not in the notes; the original can be looked up',
  },
};

/** The words for each fate. */
export const FATES: typeof CHOSEN & Readonly<Record<Fate, FateWords>> = {
  ...CHOSEN,
  pinned: {
    icon: 'pinned',
    word: 'pinned',
    sentence: 'in the context word for word; compactions never change it',
  },
  excluded: {
    ...{ icon: 'circle-slash', word: 'left out by you' },
    sentence: 'out of the context until you bring it back',
  },
  record: {
    icon: 'note',
    word: 'notes',
    sentence: 'what was said and done in messages that left the context, except those left out',
  },
};

export const CHOSEN_FATES = Object.keys(CHOSEN) as readonly ChosenFate[];

/** Returns a fate with its explanation, e.g. `Shortened: in the context in fewer words…`. */
export function fateText(fate: Fate): string {
  const { word, sentence } = FATES[fate];
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${sentence}.`;
}
