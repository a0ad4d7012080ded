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
  /** The messages that the notes stand for, oldest first. */
  readonly messages: readonly SessionMessage[];
  /** Messages with a stub or an excerpt, oldest first. Their words are in the context; the notes cover their work. */
  readonly cut?: readonly SessionMessage[];
  /** Messages in the context after `messages`, whole or shortened; they show the current state. */
  readonly later?: readonly SessionMessage[];
  /** Messages of finished stages, whose digests are beside the notes. */
  readonly digested?: ReadonlySet<MessageId>;
  readonly count: CountTokens;
  /** Lines that the person struck, reworded or added. */
  readonly edits?: NotesEdits;
  /** Names that were looked up after earlier compactions; lines with them are noted first. */
  readonly oftenRecalled?: ReadonlySet<string>;
  /** A model's summary that needs some of the notes' room; it covers what was decided, done and found. */
  readonly summary?: SummaryBeside | undefined;
}

export interface SummaryBeside {
  /** The notes' budget without the summary; the person's words are chosen as in that budget. */
  readonly aloneTokens: number;
  /** Absent while it is still to come. The budget is then for both, and the notes take no more than they must. */
  readonly written?: { readonly text: string; readonly tokens: number };
}

export type Title = 'Rules' | typeof ADDED_TITLE | 'Story' | 'State, newest first' | 'Files, newest first';

/** The weight of a failed run, which is among the words between the calls but shorter than they are. */
const FAILURE_WEIGHT = 0.35;

/** The chosen pieces of each section's passages, and the person's added lines. */
export interface Shares {
  readonly rules: readonly Share[];
  readonly added: readonly NotesLine[];
  readonly sections: readonly (readonly Share[])[];
}

export const NO_SHARES: Shares = { rules: [], added: [], sections: [] };

interface Section {
  readonly title: Title;
  readonly share: SectionName;
  readonly passages: readonly Passage[];
  readonly fill: Fill;
  /** The tokens needed in any case, and the full size of the rest. */
  readonly held: number;
  readonly need: number;
}

/** Returns the function that chooses pieces of these passages for a room. */
type FillOf = (passages: readonly Passage[]) => Fill;

export interface Sections {
  readonly rules: readonly Passage[];
  readonly rulesIn: (room: number) => readonly Share[];
  /** Returns the person's additions that fit the room, the newest first. */
  readonly added: (room: number) => readonly NotesLine[];
  readonly all: readonly Section[];
  readonly placeOf: (id: MessageId) => number;
}

/** The sections in their order in the notes. */
const SECTIONS: readonly SectionName[] = ['typed', 'words', 'state', 'files', 'thoughts'];

/** All passages that may be noted, with the person's edits, before the room is divided. */
interface Tellable extends Readonly<Record<SectionName, readonly Passage[]>> {
  readonly editor: NotesEditor;
  readonly placeOf: (id: MessageId) => number;
}

function* tellableOf(request: SectionsRequest): Steps<Tellable> {
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

/** Returns the candidate lines of the notes, section by section. */
export function* sectionsOf(
  request: SectionsRequest,
  rules: readonly Rule[],
  held?: Shares,
): Steps<Sections> {
  const { count, summary, edits = NO_EDITS } = request;
  const { editor, placeOf, typed, words, thoughts, state, files } = yield* tellableOf(request);
  yield;
  const told = summary?.written?.text ?? '';
  const beside = told === '' ? typed : [...typed, passageOf({ id: '', weight: 1 }, told, count)];
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

/** Fills a section. The person's words keep the shares that an earlier compaction set. */
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
