import type { PreviewFate, TreatmentView } from '../../shared/panelView.ts';

/** What became of a message, for those who don't know the word. */
export const treatmentMeanings: Readonly<Record<TreatmentView, string>> = {
  verbatim: 'word for word',
  excerpt: 'its beginning, its end and the lines that matter; the original is kept',
  stub: 'one line in place of a long output; the original is kept',
  digest: 'the decisions of a finished stage in place of its messages',
  summary: 'a summary speaks for it; the original is kept',
  evicted: 'out of the context; the model can recall it',
  pinned: 'word for word, whatever is compacted',
  excluded: 'left out by you',
  system: 'what the model is told of itself and its tools',
  ledger: 'what was said and done, taken from the messages by code',
  note: 'what the editor showed at the time',
};

/** What would become of a message, in a word or two and in a sentence. */
export const fates: Readonly<Record<PreviewFate, { readonly word: string; readonly meaning: string }>> = {
  verbatim: { word: 'whole', meaning: 'stands word for word' },
  pinned: { word: 'pinned', meaning: 'stands word for word, whatever is compacted' },
  system: { word: 'whole', meaning: 'stands word for word' },
  excerpt: { word: 'excerpt', meaning: treatmentMeanings.excerpt },
  stub: { word: 'one line', meaning: treatmentMeanings.stub },
  excluded: { word: 'left out', meaning: treatmentMeanings.excluded },
  constraint: {
    word: 'constraint kept',
    meaning: 'its standing constraint stays word for word; the rest can be looked up by the model',
  },
  told: { word: 'in the record', meaning: 'the record tells of it; the original can be looked up' },
  summary: { word: 'in the record', meaning: 'the record speaks for it; the original can be looked up' },
  ledger: { word: 'in the record', meaning: 'the record speaks for it; the original can be looked up' },
  note: { word: 'in the record', meaning: 'the record speaks for it; the original can be looked up' },
  digest: { word: 'digest', meaning: 'the digest of its finished stage speaks for it' },
  evicted: {
    word: 'to look up',
    meaning: 'out of the context, and no line tells of it; the model can look it up',
  },
  record: { word: 'record', meaning: 'what stands for all that leaves the context' },
};

/** What a compaction did first, second and so on, by the names that its passes are shown under. */
export const passMeanings: Readonly<Record<string, string>> = {
  chitchat: 'takes out what you only confirmed with, such as “ok, thanks”',
  'superseded reads':
    'puts one line in place of what was read of a file that was read again or changed since',
  'stub tool outputs': 'puts one line in place of each long tool output',
  'fold the oldest': 'puts a record in place of the oldest messages',
  'fold the oldest of the stage': 'puts a record in place of the oldest messages of the current stage',
  'fold old turns': 'puts a record in place of the oldest turns',
  'evict the oldest': 'takes out the oldest messages, to be recalled',
  record: 'writes the record that stands for what was folded',
};
