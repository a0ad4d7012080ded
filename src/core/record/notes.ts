import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import { NO_EDITS, type NotesEdits } from '../log/notesEdit.ts';
import type { SessionMessage } from '../log/session.ts';
import type { MessageFacts } from '../context/facts.ts';
import { ADDED_TITLE, addedLines, NotesEditor } from './editedNotes.ts';
import { filesOf } from './files.ts';
import { contained } from '../text/lines.ts';
import { linesOf, type NoteLine } from './lines.ts';
import { mostTelling } from './mostTelling.ts';
import {
  fillInOrder,
  fillNewestFirst,
  passageOf,
  NOTHING,
  sum,
  type Passage,
  type Share,
} from './passage.ts';
import { roomsOf, type SectionName } from './rooms.ts';
import { rulePassages, rulesOf, withRuleWords, type Rule, type RuleWords } from './rules.ts';
import { failurePassages, standingOf, statePassages } from './state.ts';
import { fillTyped, storyOf } from './story.ts';
import { workOf } from './work.ts';

export interface NotesRequest {
  /** What the notes speak for, oldest first. */
  readonly messages: readonly SessionMessage[];
  /** Messages that a stub or an excerpt stands for, oldest first: their words stand, their work is told. */
  readonly cut?: readonly SessionMessage[];
  /** What stands in the context behind `messages`, whole or shortened: it tells how things are now. */
  readonly later?: readonly SessionMessage[];
  /** Messages of finished stages, whose digests stand beside the notes. */
  readonly digested?: ReadonlySet<MessageId>;
  readonly budgetTokens: number;
  readonly count: CountTokens;
  /** Facts taken on arrival; missing ones are extracted. */
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  readonly ruleWords?: RuleWords;
  /** What the person struck, said in other words, or added. */
  readonly edits?: NotesEdits;
  /** What stays in the context beside the notes: a rule that stands there is not told again. */
  readonly shown?: readonly string[];
  /** Names that were recalled after earlier compactions: lines that hold them are told first. */
  readonly oftenRecalled?: ReadonlySet<string>;
  /**
   * A model's summary that stands beside the notes: what was decided, done and found is its to tell. While it is still
   * to come the budget is for both, and the notes take of it no more than their sections' shares.
   */
  readonly summary?: 'toCome' | { readonly text: string; readonly tokens: number };
}

export interface Notes {
  readonly text: string;
  readonly tokens: number;
  /** The messages that each line stands on; `line` counts from 0. */
  readonly provenance: readonly { readonly line: number; readonly ids: readonly MessageId[] }[];
  readonly rules: readonly (Rule & { readonly isKept: boolean })[];
}

type Title = 'Rules' | typeof ADDED_TITLE | 'Story' | 'State, newest first' | 'Files, newest first';

/** A failed run stands among the words between the calls, and is shorter. */
const FAILURE_WEIGHT = 0.35;
/** Headings, and what joining lines may add. */
const SLACK = 24;
const MOST_TRIES = 8;

/**
 * What a colleague would hand over, taken from the messages by code: rules, the story turn by turn, how things stand,
 * the files, and what the model thought where all that was said is told. Never more than `budgetTokens`; every line but headings is,
 * bar its mark, as it stands in the messages that it names.
 */
export function writeNotes(request: NotesRequest): Notes {
  const { messages, budgetTokens, count, shown = [] } = request;
  const all = withRuleWords(rulesOf(messages, request.facts), request.ruleWords);
  const isShown = (rule: Rule): boolean => shown.some((text) => text.includes(rule.text));
  const untold = all.filter((rule) => !isShown(rule));
  const sections = sectionsOf(request, untold);
  let room = Math.max(0, budgetTokens - SLACK);
  for (let tries = 1; ; tries += 1) {
    const lines = told(request, sections, room);
    const tokens = count(textOf(lines));
    const over = tokens - budgetTokens;
    if (over > 0 && tries < MOST_TRIES) room = Math.max(0, room - over - tries * SLACK);
    else {
      const kept = over > 0 ? [] : lines;
      const isKept = (rule: Rule): boolean =>
        isShown(rule) || kept.some((line) => line.text.includes(contained(rule.text)));
      return {
        ...written(kept, over > 0 ? 0 : tokens),
        rules: all.map((rule) => ({ ...rule, isKept: isKept(rule) })),
      };
    }
  }
}

function written(lines: readonly NoteLine[], tokens: number): Omit<Notes, 'rules'> {
  return {
    text: textOf(lines),
    tokens,
    provenance: lines.flatMap(({ ids }, line) => (ids.length === 0 ? [] : [{ line, ids }])),
  };
}

interface Section {
  readonly title: Title;
  readonly share: SectionName;
  readonly passages: readonly Passage[];
  readonly fill: (room: number) => readonly Share[];
}

interface Sections {
  readonly rules: readonly Passage[];
  /** As many of what the person added as there is room for, the newest first. */
  readonly added: (room: number) => readonly NoteLine[];
  readonly all: readonly Section[];
  readonly placeOf: (id: MessageId) => number;
}

function sectionsOf(
  { messages, cut = [], later = [], count, digested, oftenRecalled, summary, edits = NO_EDITS }: NotesRequest,
  rules: readonly Rule[],
): Sections {
  const all = [...messages, ...cut];
  const work = workOf(all);
  const standing = standingOf(all, later, work);
  const places = new Map(all.map(({ id }, index) => [id, index]));
  const placeOf = (id: MessageId): number => places.get(id) ?? 0;
  const editor = new NotesEditor(edits, count);
  const story = storyOf(messages, count, digested);
  const failures = failurePassages(
    standing,
    count,
    ({ id }) => FAILURE_WEIGHT * (1 + placeOf(id) / all.length),
  );
  const typed = editor.edited(story.typed);
  const said = editor.edited([...story.words, ...failures]);
  const told = summary === undefined || summary === 'toCome' ? '' : summary.text;
  const beside = told === '' ? typed : [...typed, passageOf({ id: '', weight: 1 }, told, count)];
  const thoughts = editor.edited(story.thoughts);
  const state = editor.edited(statePassages(standing, count));
  const files = editor.edited(
    filesOf({ ...work, hasCommits: work.hasCommits && !standing.isCommittedLater }, count, oftenRecalled),
  );
  const sections: readonly Section[] = [
    { title: 'Story', share: 'typed', passages: typed, fill: fillTyped(typed) },
    { title: 'Story', share: 'words', passages: said, fill: mostTelling(said, beside) },
    {
      title: 'State, newest first',
      share: 'state',
      passages: state,
      fill: (room) => fillInOrder(state, room),
    },
    {
      title: 'Files, newest first',
      share: 'files',
      passages: files,
      fill: mostTelling(files, [], true),
    },
    {
      title: 'Story',
      share: 'thoughts',
      passages: thoughts,
      fill: mostTelling(thoughts, [...beside, ...said]),
    },
  ];
  const added = addedWithin(addedLines(edits), count);
  return { rules: editor.edited(rulePassages(rules, count)), added, all: sections, placeOf };
}

function told(
  request: NotesRequest,
  { rules, added, all, placeOf }: Sections,
  room: number,
): readonly NoteLine[] {
  const { count, summary } = request;
  const byPerson = added(room);
  const forAdded = byPerson.reduce((taken, { text }) => taken + count(text) + 1, 0);
  const needs = all.map(({ share, passages }) => ({ share, need: sum(passages) }));
  const { forRules, rooms } = roomsOf({ rules: sum(rules), sections: needs, summary }, room - forAdded);
  const toldRules = toldIn(rules, fillNewestFirst(rules, forRules));
  const lines = new Map<Title, readonly NoteLine[]>([
    ['Rules', toldRules.flatMap((one) => one.lines)],
    [ADDED_TITLE, byPerson],
  ]);
  for (const title of ['Story', 'State, newest first', 'Files, newest first'] as const) {
    const own = all.flatMap((section, index) =>
      section.title === title ? toldIn(section.passages, section.fill(rooms[index] ?? 0)) : [],
    );
    const inOrder = title === 'Story' ? own.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) : own;
    lines.set(
      title,
      inOrder.flatMap((one) => one.lines),
    );
  }
  return [...lines].flatMap(([title, own]) =>
    own.length === 0 ? [] : [{ text: `## ${title}`, ids: [] }, ...own],
  );
}

function addedWithin(lines: readonly NoteLine[], count: CountTokens): Sections['added'] {
  return (room) => {
    let left = room;
    return lines
      .toReversed()
      .filter(({ text }) => (left -= count(text) + 1) >= 0)
      .toReversed();
  };
}

function toldIn(
  passages: readonly Passage[],
  shares: readonly Share[],
): readonly { id: MessageId; lines: readonly NoteLine[] }[] {
  return passages.map((passage, index) => ({
    id: passage.id,
    lines: linesOf(passage, shares[index] ?? NOTHING),
  }));
}

function textOf(lines: readonly NoteLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}
