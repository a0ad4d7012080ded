import type { PreviewFate, TreatmentView } from '../../shared/panelView.ts';

/** What became of a message: in a word or two, and in a sentence for those who don't know them. */
interface Meaning {
  readonly word: string;
  readonly meaning: string;
}

const inTheNotes: Meaning = {
  word: 'in the notes',
  meaning: 'the notes speak for it; the original can be looked up',
};

export const treatments: Readonly<Record<TreatmentView, Meaning>> = {
  verbatim: { word: 'whole', meaning: 'stands word for word' },
  system: { word: 'whole', meaning: 'what the model is told of itself and its tools' },
  pinned: { word: 'pinned', meaning: 'stands word for word, whatever is compacted' },
  excerpt: {
    word: 'shortened',
    meaning: 'its beginning, its end and the lines that matter; the original can be looked up',
  },
  stub: { word: 'shortened', meaning: 'one line in place of a long output; the original can be looked up' },
  digest: {
    word: 'in the notes',
    meaning: 'the decisions of its finished stage speak for it; the original can be looked up',
  },
  summary: inTheNotes,
  evicted: { word: 'left out', meaning: 'out of the context; it can be looked up' },
  excluded: { word: 'left out by you', meaning: 'out of the context until you take it in again' },
  ledger: { word: 'notes', meaning: 'what was said and done, taken from the messages by code' },
  note: { word: 'observation', meaning: 'what the editor showed at the time' },
};

/** What would become of a message. */
export const fates: Readonly<Record<PreviewFate, Meaning>> = {
  ...treatments,
  system: treatments.verbatim,
  constraint: {
    word: 'rule kept',
    meaning: 'its standing rule stays word for word; the rest can be looked up by the model',
  },
  told: { word: 'in the notes', meaning: 'the notes tell of it; the original can be looked up' },
  ledger: inTheNotes,
  note: inTheNotes,
  evicted: {
    word: 'left out',
    meaning: 'out of the context, and no line tells of it; the model can look it up',
  },
  record: { word: 'notes', meaning: 'what stands for all that leaves the context' },
};

/** What a compaction did first, second and so on, by the names that its passes are shown under. */
export const passMeanings: Readonly<Record<string, string>> = {
  'small talk': 'takes out what you only confirmed with, such as “ok, thanks”',
  'older reads of the same file':
    'puts one line in place of what was read of a file that was read again or changed since',
  'long tool outputs': 'puts one line in place of each long tool output',
  'the oldest messages': 'puts notes in place of the oldest messages',
  'the oldest of the stage': 'puts notes in place of the oldest messages of the current stage',
  'the oldest turns': 'puts notes in place of the oldest turns',
  'the oldest, left out': 'takes out the oldest messages, which can be looked up',
  'what you chose': 'does what you wanted of single messages, before anything else',
  notes: 'writes the notes that stand for all that left the context',
};
