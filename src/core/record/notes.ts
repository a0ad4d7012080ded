import { GOES_ON, lineOf, type NotesLine, headingOf, textOfLine, textOfLines } from '../log/notesLine.ts';
import { type Passage, type Share, NOTHING, sum } from './passage.ts';
import { contained } from '../text/lines.ts';
import { standingIn } from '../text/standingIn.ts';
import type { MessageId } from '../log/entry.ts';
import { atOnce, type Steps } from '../steps.ts';
import { ADDED_TITLE } from './editedNotes.ts';
import { roomsOf } from './rooms.ts';
import { rulesInSteps, withRuleWords, type Rule, type RuleWords } from './rules.ts';
import {
  NO_SHARES,
  sectionsOf,
  type Sections,
  type SectionsRequest,
  type Shares,
  type SummaryBeside,
  type Title,
} from './sections.ts';

export interface NotesRequest extends SectionsRequest {
  readonly mostTokens: number;
  readonly ruleWords?: RuleWords;
  /** Texts that stay in the context beside the notes; a rule in them is not repeated. */
  readonly shown?: readonly string[];
}

export interface Notes {
  readonly lines: readonly NotesLine[];
  readonly text: string;
  readonly tokens: number;
  readonly rules: readonly (Rule & { readonly isKept: boolean })[];
}

/** The tokens for headings and for joining lines. */
const SLACK = 24;
const MOST_TRIES = 8;

/**
 * Writes the notes by code, as a colleague would hand over: rules, the story turn by turn, the current state, the
 * files, and the model's thoughts where everything said has room. Never exceeds `mostTokens`. Except for headings and
 * marks, every line is a quotation from the messages that it names.
 */
export function writeNotes(request: NotesRequest): Notes {
  return atOnce(notesInSteps(request));
}

export function* notesInSteps(request: NotesRequest): Steps<Notes> {
  const { messages, shown = [], summary } = request;
  const all = withRuleWords(yield* rulesInSteps(messages), request.ruleWords);
  const shownRules = yield* standingIn(
    shown,
    all.map(({ text }) => text),
  );
  const untold = all.filter(({ text }) => !shownRules.has(text));
  const { lines, tokens } =
    summary === undefined ? yield* fitted(request, untold) : yield* beside(request, summary, untold);
  const told = yield* standingIn(
    lines.map(textOfLine),
    untold.map(({ text }) => contained(text)),
  );
  const isKept = ({ text }: Rule): boolean => shownRules.has(text) || told.has(contained(text));
  return {
    lines,
    text: textOfLines(lines),
    tokens,
    rules: all.map((rule) => ({ ...rule, isKept: isKept(rule) })),
  };
}

/**
 * Returns the notes beside a summary: the person's words as without a summary, and the rest in the room that is left.
 */
function* beside(request: NotesRequest, { aloneTokens }: SummaryBeside, rules: readonly Rule[]): Steps<Told> {
  const alone = { ...request, summary: undefined, mostTokens: aloneTokens };
  return yield* fitted(request, rules, (yield* fitted(alone, rules)).shares);
}

/** Returns the notes within their budget; empty if even the minimum exceeds it. */
function* fitted(request: NotesRequest, rules: readonly Rule[], held?: Shares): Steps<Told> {
  const { mostTokens, count } = request;
  const sections = yield* sectionsOf(request, rules, held);
  let room = Math.max(0, mostTokens - SLACK);
  for (let tries = 1; ; tries += 1) {
    const { lines, shares } = yield* told(request, sections, room);
    const tokens = count(textOfLines(lines));
    const over = tokens - mostTokens;
    if (over <= 0) return { lines, tokens, shares };
    if (tries === MOST_TRIES) return { lines: [], tokens: 0, shares: NO_SHARES };
    room = Math.max(0, room - over - tries * SLACK);
  }
}

interface Told {
  readonly lines: readonly NotesLine[];
  readonly tokens: number;
  readonly shares: Shares;
}

function* told(
  request: NotesRequest,
  { rules, rulesIn, added, all, placeOf }: Sections,
  room: number,
): Steps<Omit<Told, 'tokens'>> {
  const { count, summary } = request;
  const byPerson = added(room);
  const forAdded = byPerson.reduce((taken, line) => taken + count(textOfLine(line)) + 1, 0);
  const isHeld = summary !== undefined;
  const held = forAdded + sum(all.map(({ held: tokens }) => ({ tokens }))) + (isHeld ? sum(rulesIn(0)) : 0);
  const { forRules, rooms } = roomsOf({ rules: isHeld ? 0 : sum(rules), sections: all, summary, held }, room);
  const sections: (readonly Share[])[] = [];
  for (const [index, { fill }] of all.entries()) sections.push(yield* fill(rooms[index] ?? 0));
  const shares = { rules: rulesIn(forRules), added: byPerson, sections };
  const isUntold = untoldPieces(all, shares);
  const lines = new Map<Title, readonly NotesLine[]>([
    ['Rules', toldIn('Rules', rules, shares.rules).flatMap((one) => one.lines)],
    [ADDED_TITLE, byPerson],
  ]);
  for (const title of ['Story', 'State, newest first', 'Files, newest first'] as const) {
    const own = all.flatMap((section, index) =>
      section.title === title ? toldIn(title, section.passages, shares.sections[index] ?? [], isUntold) : [],
    );
    const inOrder = title === 'Story' ? own.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) : own;
    lines.set(
      title,
      inOrder.flatMap((one) => one.lines),
    );
  }
  const whole = [...lines].flatMap(([title, own]) => (own.length === 0 ? [] : [headingOf(title), ...own]));
  return { lines: whole, shares };
}

function toldIn(
  title: Title,
  passages: readonly Passage[],
  shares: readonly Share[],
  isLeftOut: (id: MessageId, text: string) => boolean = () => false,
): readonly { id: MessageId; lines: readonly NotesLine[] }[] {
  return passages.map((passage, index) => {
    const { id, answers } = passage;
    const lines = linesOf(passage, title, shares[index] ?? NOTHING);
    if (answers === undefined || lines.length === 0 || !isLeftOut(answers.id, answers.text))
      return { id, lines };
    return { id, lines: [...lines, answeredLine(answers, title)] };
  });
}

/**
 * Returns a function that tells whether a text that a short answer refers to could be noted, but has no room in the
 * notes.
 */
export function untoldPieces(
  all: readonly { readonly passages: readonly Pick<Passage, 'id' | 'pieces' | 'answers'>[] }[],
  shares: Pick<Shares, 'sections'>,
): (id: MessageId, text: string) => boolean {
  const asked = new Set(
    all.flatMap(({ passages }) => passages.flatMap(({ answers }) => (answers ? [answers.id] : []))),
  );
  const isTold = new Map<MessageId, Map<string, boolean>>();
  for (const [section, { passages }] of all.entries())
    for (const [index, passage] of passages.entries()) {
      const { id } = passage;
      if (!asked.has(id)) continue;
      const own = isTold.get(id) ?? new Map<string, boolean>();
      isTold.set(id, own);
      for (const { text } of passage.pieces) if (!own.has(text)) own.set(text, false);
      for (const { text } of (shares.sections[section]?.[index] ?? NOTHING).told) own.set(text, true);
    }
  return (id, text) => isTold.get(id)?.get(text) === false;
}

/** The most characters of the text that a short answer refers to. */
const LONGEST_ANSWERED = 100;

function answeredLine({ id, text }: NonNullable<Passage['answers']>, section: Title): NotesLine {
  const whole = contained(text).trim();
  const short =
    whole.length <= LONGEST_ANSWERED
      ? whole
      : `${whole.slice(0, LONGEST_ANSWERED).replace(/\s+\S*$/u, '')} …`;
  return lineOf({ section, speaker: 'person', ids: [id] }, GOES_ON, `to ${id}: ${short}`);
}

const LEFT_OUT = ' …';
/**
 * The prefix of text from a file or a tool, below the line that names it, so that it can't be read as the person's
 * words.
 */
const QUOTED = `${GOES_ON}> `;

const SPEAKER = { person: ' You', assistant: '', thought: ' thought', agent: ' agent' };

/** Returns the lines of the chosen pieces, the first with its mark. An ellipsis shows where something is left out. */
export function linesOf(
  { id, ids = [id], by, pieces }: Passage,
  section: string,
  { told }: Share,
): readonly NotesLine[] {
  const lines: string[] = [];
  let line = -1;
  let next = 0;
  const leaveOut = (): void => {
    if (lines.length > 0) lines.push(`${lines.pop()?.trimEnd() ?? ''}${LEFT_OUT} `);
  };
  for (const piece of told.toSorted((a, b) => a.place - b.place)) {
    if (piece.place > next) leaveOut();
    lines.push(piece.line === line ? `${lines.pop() ?? ''}${piece.text}` : piece.text);
    line = piece.line;
    next = piece.place + 1;
  }
  if (next < pieces.length) leaveOut();
  const mark = `${id}${by === undefined ? '' : SPEAKER[by]}: `;
  const isQuoted = by === undefined || by === 'agent';
  const of = { section, ids, ...(by && { speaker: by }) };
  return lines.map((text, index) =>
    lineOf(of, index === 0 ? mark : isQuoted ? QUOTED : GOES_ON, contained(text).trimEnd()),
  );
}
