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
  type Selection,
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
  /** Absent until the summary is written. Until then, the notes take only their least share of the room. */
  readonly written?: { readonly text: string; readonly tokens: number };
}

export type Title = 'Rules' | typeof ADDED_TITLE | 'Story' | 'State, newest first' | 'Files, newest first';

/** The weight of a failed run in the story, the same as that of the assistant's words between calls. */
const FAILURE_WEIGHT = 0.35;

/** All that is chosen for the notes: pieces of the rules, the person's added lines, and pieces of each section. */
export interface Selections {
  readonly rules: readonly Selection[];
  readonly added: readonly NotesLine[];
  readonly sections: readonly (readonly Selection[])[];
}

export const NO_SELECTIONS: Selections = { rules: [], added: [], sections: [] };

interface Section {
  readonly title: Title;
  /** The name by which `rooms.ts` gives the section its share of the room. */
  readonly name: SectionName;
  readonly passages: readonly Passage[];
  readonly fill: Fill;
  /** The tokens of pieces that are already chosen. */
  readonly fixedTokens: number;
  /** The tokens of the other passages in full. */
  readonly need: number;
}

/** Makes a function that chooses pieces of these passages for a room. */
type FillOf = (passages: readonly Passage[]) => Fill;

export interface Sections {
  readonly rules: readonly Passage[];
  /** Chooses pieces of the rules that fit the room. */
  readonly rulesIn: (room: number) => readonly Selection[];
  /** Returns the person's additions that fit the room; older ones are left out first. */
  readonly added: (room: number) => readonly NotesLine[];
  readonly all: readonly Section[];
  /** Returns a message's position among those that left the context, followed by the shortened ones. */
  readonly placeOf: (id: MessageId) => number;
}

/** The names of the sections in the order of `Sections.all`. */
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
 * Returns the passages of the notes, section by section. In notes beside a summary, `alone` are the selections of notes
 * without a summary: the rules, the person's words and additions are taken from these.
 */
export function* sectionsOf(
  request: SectionsRequest,
  rules: readonly Rule[],
  alone?: Selections,
): Steps<Sections> {
  const { count, summary, edits = NO_EDITS } = request;
  const { editor, placeOf, typed, words, thoughts, state, files } = yield* passagesOf(request);
  yield;
  const summaryText = summary?.written?.text ?? '';
  const beside =
    summaryText === '' ? typed : [...typed, passageOf({ id: '', weight: 1 }, summaryText, count)];
  const section = (
    title: Title,
    name: SectionName,
    passages: readonly Passage[],
    fillOf: FillOf,
  ): Section => ({
    ...{ title, name, passages },
    ...fillOfSection({ name, passages }, fillOf, alone?.sections[SECTIONS.indexOf(name)]),
  });
  const sections: Readonly<Record<SectionName, Section>> = {
    typed: section('Story', 'typed', typed, fillTyped),
    words: section('Story', 'words', words, (of) => mostTelling(of, beside)),
    state: section('State, newest first', 'state', state, inOrder),
    files: section('Files, newest first', 'files', files, (of) => mostTelling(of, [], true)),
    thoughts: section('Story', 'thoughts', thoughts, (of) => mostTelling(of, [...beside, ...words])),
  };
  const rulesWithEdits = editor.edited(rulePassages(rules, count));
  return {
    rules: rulesWithEdits,
    rulesIn: (room) => alone?.rules ?? fillNewestFirst(rulesWithEdits, room),
    added: alone === undefined ? addedWithin(addedLines(edits), count) : () => alone.added,
    all: SECTIONS.map((name) => sections[name]),
    placeOf,
  };
}

const inOrder: FillOf = (passages) =>
  function* (room) {
    yield;
    return fillInOrder(passages, room);
  };

/** Makes a section's `fill`: takes selections of the person's words from `alone`, if given, and makes the others. */
function fillOfSection(
  { name, passages }: Pick<Section, 'name' | 'passages'>,
  fillOf: FillOf,
  alone: readonly Selection[] | undefined,
): Pick<Section, 'fill' | 'fixedTokens' | 'need'> {
  const isFixed = (passage: Passage): boolean =>
    alone !== undefined && (name === 'typed' || passage.by === 'person');
  const rest = passages.filter((passage) => !isFixed(passage));
  const fixed = passages.flatMap((passage, index) => (isFixed(passage) ? [alone?.[index] ?? NOTHING] : []));
  const fill = fillOf(rest);
  return {
    fixedTokens: sum(fixed),
    need: sum(rest),
    fill: function* (room) {
      const nextFilled = (yield* fill(room)).values();
      const nextFixed = fixed.values();
      return passages.map((passage) => (isFixed(passage) ? nextFixed : nextFilled).next().value ?? NOTHING);
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
