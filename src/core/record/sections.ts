import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { NO_EDITS, type NotesEdits } from '../log/notesEdit.ts';
import { textOfLine, type NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import { type ADDED_TITLE, addedLines, NotesEditor } from './editedNotes.ts';
import { filesOf } from './files.ts';
import { mostTelling, type Fill } from './mostTelling.ts';
import {
  fillInOrder,
  fillNewestFirst,
  passageOf,
  NOTHING,
  sum,
  type Passage,
  type Share,
} from './passage.ts';
import type { SectionName } from './rooms.ts';
import { rulePassages, type Rule } from './rules.ts';
import { failurePassages, stateOf, statePassages } from './state.ts';
import { fillTyped, storyOf } from './story.ts';
import type { Steps } from '../steps.ts';
import { workInSteps } from './work.ts';

export interface SectionsRequest {
  /** The messages that left the context and that the notes cover, oldest first. */
  readonly messages: readonly SessionMessage[];
  /** Messages that are shortened in the context, oldest first. The notes cover their calls, but not their words. */
  readonly cut?: readonly SessionMessage[];
  /** Messages in the context after `messages`, whole or shortened; they show the current state. */
  readonly later?: readonly SessionMessage[];
  /** Messages of finished stages, whose digests are in the context beside the notes. */
  readonly digested?: ReadonlySet<MessageId>;
  readonly count: CountTokens;
  /** Lines that the person struck, reworded or added. */
  readonly edits?: NotesEdits;
  /** Names that were looked up after earlier compactions; files with these names are noted first. */
  readonly oftenRecalled?: ReadonlySet<string>;
  /** A model's summary in the same context, which takes some of the notes' room. */
  readonly summary?: SummaryBeside | undefined;
}

export interface SummaryBeside {
  /** The budget of notes without a summary. The person's words are chosen as for this budget. */
  readonly aloneTokens: number;
  /** Absent if it is not written yet. Then the notes take only the room that they need in any case. */
  readonly written?: { readonly text: string; readonly tokens: number };
}

export type Title = 'Rules' | typeof ADDED_TITLE | 'Story' | 'State, newest first' | 'Files, newest first';

/** The weight of a failed run in the story, the same as that of the assistant's words between calls. */
const FAILURE_WEIGHT = 0.35;

/** The chosen pieces of the rules and of each section's passages, and the person's added lines. */
export interface Shares {
  readonly rules: readonly Share[];
  readonly added: readonly NotesLine[];
  readonly sections: readonly (readonly Share[])[];
}

export const NO_SHARES: Shares = { rules: [], added: [], sections: [] };

interface Section {
  readonly title: Title;
  /** The name by which `rooms.ts` gives the section its share of the room. */
  readonly share: SectionName;
  readonly passages: readonly Passage[];
  readonly fill: Fill;
  /** The tokens of passages whose pieces are already chosen. */
  readonly held: number;
  /** The tokens of all other passages in full. */
  readonly need: number;
}

/** Makes a function that chooses pieces of these passages for a room. */
type FillOf = (passages: readonly Passage[]) => Fill;

export interface Sections {
  readonly rules: readonly Passage[];
  /** Chooses pieces of the rules that fit the room. */
  readonly rulesIn: (room: number) => readonly Share[];
  /** Returns the person's additions that fit the room; older ones are left out first. */
  readonly added: (room: number) => readonly NotesLine[];
  readonly all: readonly Section[];
  /** Returns a message's position in the session. */
  readonly placeOf: (id: MessageId) => number;
}

/** The sections in their order in the notes. */
const SECTIONS: readonly SectionName[] = ['typed', 'words', 'state', 'files', 'thoughts'];

/** The passages of each section, with the person's edits, before the room is divided. */
interface AllPassages extends Readonly<Record<SectionName, readonly Passage[]>> {
  readonly editor: NotesEditor;
  readonly placeOf: (id: MessageId) => number;
}

function* passagesOf(request: SectionsRequest): Steps<AllPassages> {
  const { messages, cut = [], later = [], count, digested, oftenRecalled, edits = NO_EDITS } = request;
  const all = [...messages, ...cut];
  const work = yield* workInSteps(all);
  yield;
  const state = stateOf(all, later, work);
  yield;
  const places = new Map(all.map(({ id }, index) => [id, index]));
  const placeOf = (id: MessageId): number => places.get(id) ?? 0;
  const editor = new NotesEditor(edits, count);
  const story = yield* storyOf(messages, count, digested);
  yield;
  const failures = failurePassages(state, count, ({ id }) => FAILURE_WEIGHT * (1 + placeOf(id) / all.length));
  const hasCommits = work.hasCommits && !state.isCommittedLater;
  const files = yield* filesOf({ ...work, hasCommits }, count, oftenRecalled);
  return {
    ...{ editor, placeOf },
    typed: editor.edited(story.typed),
    words: editor.edited([...story.words, ...failures]),
    thoughts: editor.edited(story.thoughts),
    state: editor.edited(statePassages(state, count)),
    files: editor.edited(files),
  };
}

/**
 * Returns the passages of the notes, section by section. `held` are the shares of notes without a summary: in notes
 * beside a summary, the rules, the person's words and their additions keep these shares.
 */
export function* sectionsOf(
  request: SectionsRequest,
  rules: readonly Rule[],
  held?: Shares,
): Steps<Sections> {
  const { count, summary, edits = NO_EDITS } = request;
  const { editor, placeOf, typed, words, thoughts, state, files } = yield* passagesOf(request);
  yield;
  const summaryText = summary?.written?.text ?? '';
  const beside =
    summaryText === '' ? typed : [...typed, passageOf({ id: '', weight: 1 }, summaryText, count)];
  const section = (
    title: Title,
    share: SectionName,
    passages: readonly Passage[],
    fillOf: FillOf,
  ): Section => ({
    ...{ title, share, passages },
    ...filling({ share, passages }, fillOf, held?.sections[SECTIONS.indexOf(share)]),
  });
  const sections: Readonly<Record<SectionName, Section>> = {
    typed: section('Story', 'typed', typed, fillTyped),
    words: section('Story', 'words', words, (of) => mostTelling(of, beside)),
    state: section('State, newest first', 'state', state, inOrder),
    files: section('Files, newest first', 'files', files, (of) => mostTelling(of, [], true)),
    thoughts: section('Story', 'thoughts', thoughts, (of) => mostTelling(of, [...beside, ...words])),
  };
  const ruleLines = editor.edited(rulePassages(rules, count));
  return {
    rules: ruleLines,
    rulesIn: (room) => held?.rules ?? fillNewestFirst(ruleLines, room),
    added: held === undefined ? addedWithin(addedLines(edits), count) : () => held.added,
    all: SECTIONS.map((share) => sections[share]),
    placeOf,
  };
}

const inOrder: FillOf = (passages) =>
  function* (room) {
    yield;
    return fillInOrder(passages, room);
  };

/** Makes a section's `fill`: the person's words keep their shares in `before`, if given; the others are chosen anew. */
function filling(
  { share, passages }: Pick<Section, 'share' | 'passages'>,
  fillOf: FillOf,
  before: readonly Share[] | undefined,
): Pick<Section, 'fill' | 'held' | 'need'> {
  const isHeld = (passage: Passage): boolean =>
    before !== undefined && (share === 'typed' || passage.by === 'person');
  const rest = passages.filter((passage) => !isHeld(passage));
  const kept = passages.flatMap((passage, index) => (isHeld(passage) ? [before?.[index] ?? NOTHING] : []));
  const fill = fillOf(rest);
  return {
    held: sum(kept),
    need: sum(rest),
    fill: function* (room) {
      const filled = (yield* fill(room)).values();
      const own = kept.values();
      return passages.map((passage) => (isHeld(passage) ? own : filled).next().value ?? NOTHING);
    },
  };
}

function addedWithin(lines: readonly NotesLine[], count: CountTokens): Sections['added'] {
  return (room) => {
    let left = room;
    return lines
      .toReversed()
      .filter((line) => (left -= count(textOfLine(line)) + 1) >= 0)
      .toReversed();
  };
}
