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
  /** Names that were looked up after earlier compactions. Files with these names get a higher weight. */
  readonly oftenRecalled?: ReadonlySet<string>;
  /** A model's summary in the same context, which takes some of the notes' room. */
  readonly summary?: SummaryBeside | undefined;
}

export interface SummaryBeside {
  /** The budget that the notes would have without a summary. The person's words are chosen for this budget. */
  readonly aloneTokens: number;
  /** Absent until the summary is written. Until then, the notes take only their least share of the room. */
  readonly written?: { readonly text: string; readonly tokens: number };
}

export type Title = 'Rules' | typeof ADDED_TITLE | 'Story' | 'State, newest first' | 'Files, newest first';

/** All that is chosen for the notes: pieces of the rules, the person's added lines, and pieces of each section. */
export interface Selections {
  readonly rules: readonly Selection[];
  readonly added: readonly NotesLine[];
  readonly sections: readonly (readonly Selection[])[];
}

export const NO_SELECTIONS: Selections = { rules: [], added: [], sections: [] };

/** One kind of passages, with its own share of the room. Several sections can have the same title in the notes. */
interface Section {
  readonly title: Title;
  /** The name by which `rooms.ts` gives the section its share of the room. */
  readonly name: SectionName;
  readonly passages: readonly Passage[];
  /** Chooses pieces for a room. Returns a selection for each passage, including selections that are already fixed. */
  readonly fill: Fill;
  /** The number of tokens of the pieces that are already chosen. */
  readonly fixedTokens: number;
  /** The full token count of the passages whose selection is not fixed. */
  readonly need: number;
}

export interface Sections {
  readonly rules: readonly Passage[];
  /** Chooses pieces of the rules that fit the room. */
  readonly rulesIn: (room: number) => readonly Selection[];
  /** Returns the person's additions that fit the room. The oldest additions are left out first. */
  readonly added: (room: number) => readonly NotesLine[];
  /** The sections, always in the same order. `Selections.sections` has the same order. */
  readonly all: readonly Section[];
  /** Returns a message's position in this order: first the messages that left the context, then the shortened ones. */
  readonly placeOf: (id: MessageId) => number;
}

/**
 * The weight of a failed run in the oldest message. The assistant's words between calls have the same weight. A failed
 * run in the newest message has twice this weight.
 */
const FAILURE_WEIGHT = 0.35;

/** The passages of the rules and of each section, with the person's edits, before the room is divided. */
interface AllPassages extends Readonly<Record<SectionName | 'rules', readonly Passage[]>> {
  readonly placeOf: Sections['placeOf'];
}

/**
 * Collects the passages of the notes, section by section, before the room is divided. From “Fix the login”, an edit of
 * `login.ts` and a run of its tests, it makes the passages `Fix the login` (typed), `login.ts` (files) and the run's
 * outcome (state). If the notes stand beside a summary, `alone` has the selections for notes without a summary. The
 * rules, the person's words and the person's additions are then selected as in `alone`.
 */
export function* sectionsOf(
  request: SectionsRequest,
  ruleList: readonly Rule[],
  alone?: Selections,
): Steps<Sections> {
  const { count, summary, edits = NO_EDITS } = request;
  const { rules, typed, words, state, files, thoughts, placeOf } = yield* passagesOf(request, ruleList);
  yield;
  const summaryText = summary?.written?.text ?? '';
  // The assistant's words and thoughts are chosen so that they add to the passages in `beside` and do not repeat them.
  const summarized = summaryText === '' ? [] : [passageOf({ id: '', weight: 1 }, summaryText, count)];
  const beside = [...rules, ...typed, ...summarized];
  const sections: readonly UnfixedSection[] = [
    { name: 'typed', title: 'Story', passages: typed, fillOf: fillTyped },
    {
      name: 'words',
      title: 'Story',
      passages: words,
      fillOf: (rest) => mostTelling(rest, beside, newestRequests),
    },
    { name: 'state', title: 'State, newest first', passages: state, fillOf: inOrder },
    {
      name: 'files',
      title: 'Files, newest first',
      passages: files,
      fillOf: (rest) => mostTelling(rest, [], (all) => all),
    },
    {
      name: 'thoughts',
      title: 'Story',
      passages: thoughts,
      fillOf: (rest) => mostTelling(rest, [...beside, ...words]),
    },
  ];
  return {
    rules,
    rulesIn: (room) => alone?.rules ?? fillNewestFirst(rules, room),
    added: (room) => alone?.added ?? newestWithin(addedLines(edits), room, count),
    all: sections.map((section, index) => withFixed(section, alone?.sections[index])),
    placeOf,
  };
}

/** Returns the person's pasted texts, newest first. Their first pieces mostly say what the person asks for. */
function newestRequests(words: readonly Passage[]): readonly Passage[] {
  return words.filter(({ by }) => by === 'person').toReversed();
}

function* passagesOf(request: SectionsRequest, rules: readonly Rule[]): Steps<AllPassages> {
  const { messages, cut = [], later = [], count, digested, oftenRecalled, edits = NO_EDITS } = request;
  const all = [...messages, ...cut];
  const work = yield* workInSteps(all);
  yield;
  const state = stateOf(all, later, work);
  yield;
  const places = new Map(all.map(({ id }, index) => [id, index]));
  const placeOf = (id: MessageId): number => places.get(id) ?? 0;
  const story = yield* storyOf(messages, count, digested);
  yield;
  const failures = failurePassages(state, count, ({ id }) => FAILURE_WEIGHT * (1 + placeOf(id) / all.length));
  const hasCommits = work.hasCommits && !state.isCommittedLater;
  const files = yield* filesOf({ ...work, hasCommits }, count, oftenRecalled);
  const editor = new NotesEditor(edits, count);
  // The order of the sections matters: `editor` puts a new wording in the first section that contains the old wording.
  return {
    typed: editor.edited(story.typed),
    words: editor.edited([...story.words, ...failures]),
    thoughts: editor.edited(story.thoughts),
    state: editor.edited(statePassages(state, count)),
    files: editor.edited(files),
    rules: editor.edited(rulePassages(rules, count)),
    placeOf,
  };
}

/** Returns a function that chooses pieces from the passages in their order. */
function inOrder(passages: readonly Passage[]): Fill {
  return function* (room) {
    yield;
    return fillInOrder(passages, room);
  };
}

/** A section before any of its pieces is chosen. */
interface UnfixedSection extends Pick<Section, 'title' | 'name' | 'passages'> {
  /** Returns a function that chooses pieces of these passages for a room. */
  readonly fillOf: (passages: readonly Passage[]) => Fill;
}

/**
 * Returns a section with fixed selections for the person's words: the same selections as in notes without a summary
 * (`alone`). If `alone` is undefined, no selection is fixed.
 */
function withFixed(
  { name, title, passages, fillOf }: UnfixedSection,
  alone: readonly Selection[] | undefined,
): Section {
  const fixed = passages.map((passage, index) =>
    alone !== undefined && (name === 'typed' || passage.by === 'person')
      ? (alone[index] ?? NOTHING)
      : undefined,
  );
  const rest = passages.filter((_, index) => fixed[index] === undefined);
  const fill = fillOf(rest);
  return {
    ...{ name, title, passages },
    fixedTokens: sum(fixed.filter((selection) => selection !== undefined)),
    need: sum(rest),
    fill: function* (room) {
      const chosen = (yield* fill(room)).values();
      return fixed.map((selection) => selection ?? chosen.next().value ?? NOTHING);
    },
  };
}

/** Returns the newest lines that fit the room, oldest first. */
function newestWithin(lines: readonly NotesLine[], room: number, count: CountTokens): readonly NotesLine[] {
  let left = room;
  const newest: NotesLine[] = [];
  for (const line of lines.toReversed()) {
    left -= count(textOfLine(line)) + 1;
    if (left < 0) break;
    newest.unshift(line);
  }
  return newest;
}
