import {
  CONTINUED,
  lineOf,
  type NotesLine,
  headingOf,
  QUOTED,
  textOfLine,
  textOfLines,
} from '../log/notesLine.ts';
import { type Passage, type Selection, NOTHING, sum } from './passage.ts';
import { sanitized } from '../text/lines.ts';
import { occurringIn } from '../text/occurringIn.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { atOnce, type Steps } from '../steps.ts';
import { ADDED_TITLE } from './editedNotes.ts';
import { roomsOf } from './rooms.ts';
import { rulesInSteps, withRuleWords, type Rule, type RuleWords } from './rules.ts';
import {
  NO_SELECTIONS,
  sectionsOf,
  type Sections,
  type SectionsRequest,
  type Selections,
  type SummaryBeside,
  type Title,
} from './sections.ts';

export interface NotesRequest extends SectionsRequest {
  /** The maximum number of tokens of the notes. */
  readonly mostTokens: number;
  /**
   * All messages of the session, if `messages` lacks some of them. Text that the person pasted from their results is
   * not a rule.
   */
  readonly session?: readonly SessionMessage[];
  /** The person's decisions on rules. */
  readonly ruleWords?: RuleWords;
  /**
   * Texts that stay in the context beside the notes. The notes do not repeat a rule that one of these texts contains.
   */
  readonly shown?: readonly string[];
}

export interface Notes {
  readonly lines: readonly NotesLine[];
  readonly text: string;
  readonly tokens: number;
  /** All rules; `isKept` says whether a rule is in the notes or in a shown text, word for word. */
  readonly rules: readonly (Rule & { readonly isKept: boolean })[];
}

/** The number of tokens reserved for headings and for joining lines. */
const SLACK = 24;
const MOST_TRIES = 8;

/**
 * Writes the notes without a model: rules, the story turn by turn (with the model's thoughts if there is room), the
 * current state, and the files. The notes never exceed `mostTokens`. Headings, marks such as `m12: `, and outcomes such
 * as `edited` are made by code. All other words are quoted from messages or were written by the person.
 */
export function writeNotes(request: NotesRequest): Notes {
  return atOnce(notesInSteps(request));
}

export function* notesInSteps(request: NotesRequest): Steps<Notes> {
  const { messages, shown = [], summary } = request;
  const all = withRuleWords(yield* rulesInSteps(messages, request.session), request.ruleWords);
  const shownRules = yield* occurringIn(
    shown,
    all.map(({ text }) => text),
  );
  const others = all.filter(({ text }) => !shownRules.has(text));
  const { lines, tokens } =
    summary === undefined
      ? yield* withinBudget(request, others)
      : yield* besideSummary(request, summary, others);
  const written = yield* occurringIn(
    lines.map(textOfLine),
    others.map(({ text }) => sanitized(text)),
  );
  const isKept = ({ text }: Rule): boolean => shownRules.has(text) || written.has(sanitized(text));
  return {
    lines,
    text: textOfLines(lines),
    tokens,
    rules: all.map((rule) => ({ ...rule, isKept: isKept(rule) })),
  };
}

/**
 * Returns the notes that stand beside a model's summary. First writes notes without the summary, within `aloneTokens`.
 * Takes the rules, and all that the person wrote, from these notes. The other parts get the room that is left.
 */
function* besideSummary(
  request: NotesRequest,
  { aloneTokens }: SummaryBeside,
  rules: readonly Rule[],
): Steps<Written> {
  const alone = { ...request, summary: undefined, mostTokens: aloneTokens };
  return yield* withinBudget(request, rules, (yield* withinBudget(alone, rules)).selections);
}

/**
 * Returns notes that fit the budget. The joined lines may have more tokens than the lines have separately, so if the
 * notes are too long, tries again with less room. Returns empty notes if the result of the last try is still too long.
 */
function* withinBudget(request: NotesRequest, rules: readonly Rule[], alone?: Selections): Steps<Written> {
  const { mostTokens, count } = request;
  const sections = yield* sectionsOf(request, rules, alone);
  let room = Math.max(0, mostTokens - SLACK);
  for (let tries = 1; ; tries += 1) {
    const { lines, selections } = yield* writtenIn(request, sections, room);
    const tokens = count(textOfLines(lines));
    const over = tokens - mostTokens;
    if (over <= 0) return { lines, tokens, selections };
    if (tries === MOST_TRIES) return { lines: [], tokens: 0, selections: NO_SELECTIONS };
    room = Math.max(0, room - over - tries * SLACK);
  }
}

interface Written {
  readonly lines: readonly NotesLine[];
  readonly tokens: number;
  /** The chosen pieces that the lines were made from. */
  readonly selections: Selections;
}

/** Divides the room among the sections, chooses the pieces of each, and writes the lines. */
function* writtenIn(
  request: NotesRequest,
  { rules, rulesIn, added, all, placeOf }: Sections,
  room: number,
): Steps<Omit<Written, 'tokens'>> {
  const { count, summary } = request;
  const byPerson = added(room);
  const forAdded = byPerson.reduce((taken, line) => taken + count(textOfLine(line)) + 1, 0);
  const hasSummary = summary !== undefined;
  const forFixed = sum(all.map(({ fixedTokens: tokens }) => ({ tokens })));
  const reserved = forAdded + forFixed + (hasSummary ? sum(rulesIn(0)) : 0);
  const { rulesRoom, rooms } = roomsOf(
    { rules: hasSummary ? 0 : sum(rules), sections: all, summary, reserved },
    room,
  );
  const sections: (readonly Selection[])[] = [];
  for (const [index, { fill }] of all.entries()) sections.push(yield* fill(rooms[index] ?? 0));
  const selections = { rules: rulesIn(rulesRoom), added: byPerson, sections };
  const isLeftOut = isLeftOutOf(all, selections);
  const ruleLines = linesOfAll('Rules', rules, selections.rules).flatMap(({ lines }) => lines);
  const whole = [...titled('Rules', ruleLines), ...titled(ADDED_TITLE, byPerson)];
  for (const title of ['Story', 'State, newest first', 'Files, newest first'] as const) {
    const passages = all.flatMap((section, index) =>
      section.title === title
        ? linesOfAll(title, section.passages, selections.sections[index] ?? [], isLeftOut)
        : [],
    );
    const inOrder = title === 'Story' ? passages.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)) : passages;
    const lines = inOrder.flatMap((passage) => passage.lines);
    whole.push(...titled(title, lines, title === 'Files, newest first' ? partOf(passages) : ''));
  }
  return { lines: whole, selections };
}

/** Returns the heading followed by the lines, or an empty list if there are no lines. */
function titled(title: Title, lines: readonly NotesLine[], tail = ''): readonly NotesLine[] {
  return lines.length === 0 ? [] : [{ ...headingOf(title), ...(tail !== '' && { tail }) }, ...lines];
}

/** Returns how many files have lines in the notes, as ` (8 of 42)`, or an empty text if all files have lines. */
function partOf(passages: readonly NotedPassage[]): string {
  const filesOf = (some: readonly NotedPassage[]): number => new Set(some.map(({ ids }) => ids)).size;
  const [shown, all] = [filesOf(passages.filter(({ lines }) => lines.length > 0)), filesOf(passages)];
  return shown === all ? '' : ` (${String(shown)} of ${String(all)})`;
}

interface NotedPassage {
  readonly id: MessageId;
  /**
   * The same array as `ids` of the passage, not a copy. All passages of a file share one array, even if the person
   * reworded a line. So the number of different arrays is the number of files.
   */
  readonly ids: Passage['ids'];
  readonly lines: readonly NotesLine[];
}

/**
 * Returns the lines of each passage. If a short answer is noted, but the question that it refers to had no room, adds a
 * line that quotes the question.
 */
function linesOfAll(
  title: Title,
  passages: readonly Passage[],
  selections: readonly Selection[],
  isLeftOut: (id: MessageId, text: string) => boolean = () => false,
): readonly NotedPassage[] {
  return passages.map((passage, index) => {
    const { id, ids, answers } = passage;
    const lines = linesOf(passage, title, selections[index] ?? NOTHING);
    if (answers === undefined || lines.length === 0 || !isLeftOut(answers.id, answers.text))
      return { id, ids, lines };
    return { id, ids, lines: [...lines, answeredLine(answers, title)] };
  });
}

/**
 * Returns a function for texts to which short answers refer, such as questions. The function takes the id of the
 * message and the text. It returns whether the text is in a passage, but has no room in the notes.
 */
export function isLeftOutOf(
  all: readonly { readonly passages: readonly Pick<Passage, 'id' | 'pieces' | 'answers'>[] }[],
  selections: Pick<Selections, 'sections'>,
): (id: MessageId, text: string) => boolean {
  const answered = new Set(
    all.flatMap(({ passages }) => passages.flatMap(({ answers }) => (answers ? [answers.id] : []))),
  );
  const isNoted = new Map<MessageId, Map<string, boolean>>();
  for (const [section, { passages }] of all.entries())
    for (const [index, passage] of passages.entries()) {
      const { id } = passage;
      if (!answered.has(id)) continue;
      const byText = isNoted.get(id) ?? new Map<string, boolean>();
      isNoted.set(id, byText);
      for (const { text } of passage.pieces) if (!byText.has(text)) byText.set(text, false);
      for (const { text } of (selections.sections[section]?.[index] ?? NOTHING).chosen)
        byText.set(text, true);
    }
  return (id, text) => isNoted.get(id)?.get(text) === false;
}

/** The maximum number of characters in the quotation of a text to which a short answer refers. */
const LONGEST_ANSWERED = 100;

function answeredLine({ id, text }: NonNullable<Passage['answers']>, section: Title): NotesLine {
  const whole = sanitized(text).trim();
  const short =
    whole.length <= LONGEST_ANSWERED
      ? whole
      : `${whole.slice(0, LONGEST_ANSWERED).replace(/\s+\S*$/u, '')} …`;
  return lineOf({ section, speaker: 'person', ids: [id] }, CONTINUED, `to ${id}: ${short}`);
}

const LEFT_OUT = ' …';

const SPEAKER = { person: ' You', assistant: '', thought: ' thought', agent: ' agent' };

/**
 * Returns the lines of the chosen pieces. The first line begins with the message's id and the speaker. An ellipsis
 * shows where pieces are left out.
 */
export function linesOf(
  { id, ids = [id], by, pieces }: Passage,
  section: string,
  { chosen }: Selection,
): readonly NotesLine[] {
  const lines: string[] = [];
  let line = -1;
  let next = 0;
  const leaveOut = (): void => {
    if (lines.length > 0) lines.push(`${lines.pop()?.trimEnd() ?? ''}${LEFT_OUT} `);
  };
  for (const piece of chosen.toSorted((a, b) => a.place - b.place)) {
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
    lineOf(of, index === 0 ? mark : isQuoted ? QUOTED : CONTINUED, sanitized(text).trimEnd()),
  );
}
