import type { TreatmentView } from '../../shared/panelView.ts';
import type { GroupFate, Wish } from '../../shared/previewView.ts';

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
  excluded: { word: 'left out by you', meaning: 'out of the context until you bring it back' },
  ledger: { word: 'notes', meaning: 'what was said and done, taken from the messages by code' },
  note: { word: 'observation', meaning: 'what the editor showed at the time' },
};

interface Fate extends Meaning {
  readonly icon: string;
}

/** What would become of a group of messages. */
export const groupFates: Readonly<Record<GroupFate, Fate>> = {
  stays: { icon: 'circle-filled', word: 'stays', meaning: 'stays as it is' },
  shortened: { icon: 'circle-large-outline', word: 'shortened', meaning: 'stands in fewer words' },
  notes: { icon: 'layers', word: 'in the notes', meaning: inTheNotes.meaning },
  leftOut: {
    icon: 'circle-slash',
    word: 'left out',
    meaning: 'out of the context, and no line tells of it; the model can look it up',
  },
};

/** What a person can want of messages, and the key that says so. */
export const wishWords: Readonly<Record<Wish, Fate & { readonly key: string }>> = {
  keep: { icon: 'circle-filled', word: 'Keep', meaning: 'stays as it is (K)', key: 'k' },
  shorten: { icon: 'circle-large-outline', word: 'Shorten', meaning: 'in fewer words (S)', key: 's' },
  notes: { icon: 'layers', word: 'Into the notes', meaning: 'the notes speak for it (N)', key: 'n' },
  leaveOut: { icon: 'circle-slash', word: 'Leave out', meaning: 'nothing speaks for it (L)', key: 'l' },
};

/** What a compaction did first, second and so on, by the names that its passes are shown under. */
export const passMeanings: Readonly<Record<string, string>> = {
  'small talk': 'takes out what you only confirmed with, such as “ok, thanks”',
  'older reads of the same file':
    'puts one line in place of what was read of a file that was read again or changed since',
  'long tool outputs': 'puts one line in place of each long tool output',
  'tool results': 'puts one line in place of each long result of a tool that came before the newest messages',
  'old stages': 'puts short notes in place of each finished stage but the newest three, the oldest first',
  'recent stages': 'puts one line of notes in place of each finished stage that was left',
  'all but the newest': 'takes out all but the newest messages, which can be looked up',
  'whatever else could be shortened':
    'shortens what is large among the newest messages, or takes it out, because nothing else would have made the context fit',
  'the oldest messages': 'puts notes in place of the oldest messages',
  'the oldest of the stage': 'puts notes in place of the oldest messages of the current stage',
  'the oldest turns': 'puts notes in place of the oldest turns',
  'the oldest, left out': 'takes out the oldest messages, which can be looked up',
  'what you chose': 'does what you wanted of single messages, before anything else',
  notes: 'writes the notes that stand for all that left the context',
};
