import type { CountTokens } from '../ports.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import { filesOf } from './files.ts';
import { linesOf, type NoteLine } from './lines.ts';
import { namesBeside } from './names.ts';
import { fillEvenly, fillInOrder, NOTHING, sum, type Passage, type Share } from './passage.ts';
import { rulePassages, rulesOf, type Rule } from './rules.ts';
import { shareOut } from './shareOut.ts';
import { failuresOf, stateOf } from './state.ts';
import { fillTyped, storyOf } from './story.ts';
import { workOf } from './work.ts';

export interface NotesRequest {
  /** What the notes speak for, oldest first. */
  readonly messages: readonly SessionMessage[];
  readonly budgetTokens: number;
  readonly count: CountTokens;
}

export interface Notes {
  readonly text: string;
  readonly tokens: number;
  /** The messages that each line stands on; `line` counts from 0. */
  readonly provenance: readonly { readonly line: number; readonly ids: readonly MessageId[] }[];
  readonly rules: readonly (Rule & { readonly isKept: boolean })[];
}

type Title = 'Rules' | 'Story' | 'State' | 'Files' | 'Names also used';

const TITLES: readonly Title[] = ['Rules', 'Story', 'State', 'Files', 'Names also used'];

/** Least shares of the notes. What a section does not need goes to the others. */
const SHARES = { rules: 0.12, typed: 0.3, words: 0.4, state: 0.06, files: 0.12 };
/** A failed run stands among the words between the calls, and is shorter. */
const FAILURE_WEIGHT = 0.25;
/** Below this a list of names would stand in place of what happened. */
const LEAST_FOR_NAMES = 6_000;
const NAMES_SHARE = 0.2;
/** Headings, and what joining lines may add. */
const SLACK = 24;
const MOST_TRIES = 8;

/**
 * What a colleague would hand over, taken from the messages by code: rules, the story turn by turn, how things stand,
 * the files, and where there is much room the names beside. Never more than `budgetTokens`; every line but headings is,
 * bar its mark, as it stands in the messages that it names.
 */
export function writeNotes(request: NotesRequest): Notes {
  const { messages, budgetTokens, count } = request;
  const rules = rulesOf(messages);
  const sections = sectionsOf(messages, rules, count);
  let room = Math.max(0, budgetTokens - SLACK);
  for (let tries = 1; ; tries += 1) {
    const lines = told(request, sections, room);
    const text = lines.map((line) => line.text).join('\n');
    const tokens = count(text);
    const over = tokens - budgetTokens;
    if (over > 0 && tries < MOST_TRIES) room = Math.max(0, room - over - tries * SLACK);
    else if (over > 0) return finished([], rules, 0);
    else return finished(lines, rules, tokens);
  }
}

function finished(lines: readonly NoteLine[], rules: readonly Rule[], tokens: number): Notes {
  const text = lines.map((line) => line.text).join('\n');
  return {
    text,
    tokens,
    provenance: lines.flatMap(({ ids }, line) => (ids.length === 0 ? [] : [{ line, ids }])),
    rules: rules.map((rule) => ({ ...rule, isKept: text.includes(rule.text) })),
  };
}

interface Section {
  readonly title: Title;
  readonly least: number;
  readonly passages: readonly Passage[];
  readonly fill: (passages: readonly Passage[], room: number) => readonly Share[];
}

interface Sections {
  readonly all: readonly Section[];
  readonly placeOf: (id: MessageId) => number;
}

function sectionsOf(
  messages: readonly SessionMessage[],
  rules: readonly Rule[],
  count: CountTokens,
): Sections {
  const work = workOf(messages);
  const places = new Map(messages.map(({ id }, index) => [id, index]));
  const placeOf = (id: MessageId): number => places.get(id) ?? 0;
  const { typed, words } = storyOf(messages, count);
  const failures = failuresOf(work, count, ({ id }) => FAILURE_WEIGHT * (1 + placeOf(id) / messages.length));
  const all: readonly Section[] = [
    { title: 'Rules', least: SHARES.rules, passages: rulePassages(rules, count), fill: fillInOrder },
    { title: 'Story', least: SHARES.typed, passages: typed, fill: fillTyped },
    { title: 'Story', least: SHARES.words, passages: [...words, ...failures], fill: fillEvenly },
    { title: 'State', least: SHARES.state, passages: stateOf(work, count), fill: fillInOrder },
    { title: 'Files', least: SHARES.files, passages: filesOf(work, count), fill: fillEvenly },
  ];
  return { all, placeOf };
}

function told(
  { messages, budgetTokens, count }: NotesRequest,
  { all, placeOf }: Sections,
  room: number,
): readonly NoteLine[] {
  const forNames = budgetTokens < LEAST_FOR_NAMES ? 0 : room * NAMES_SHARE;
  const wants = all.map(({ least, passages }) => ({ least, need: sum(passages) }));
  const rooms = shareOut(wants, room - forNames);
  const lines = new Map<Title, readonly NoteLine[]>();
  for (const title of TITLES) {
    const own = all.flatMap((section, index) =>
      section.title === title ? toldIn(section, rooms[index] ?? 0) : [],
    );
    const inOrder = title === 'Story' ? own.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) : own;
    lines.set(
      title,
      inOrder.flatMap((one) => one.lines),
    );
  }
  const sofar = [...lines.values()]
    .flat()
    .map(({ text }) => text)
    .join('\n');
  if (forNames > 0) lines.set('Names also used', namesBeside(messages, sofar, { room: forNames, count }));
  return [...lines].flatMap(([title, own]) =>
    own.length === 0 ? [] : [{ text: `## ${title}`, ids: [] }, ...own],
  );
}

function toldIn(
  { passages, fill }: Section,
  room: number,
): readonly { id: MessageId; lines: readonly NoteLine[] }[] {
  const shares = fill(passages, room);
  return passages.map((passage, index) => ({
    id: passage.id,
    lines: linesOf(passage, shares[index] ?? NOTHING),
  }));
}
