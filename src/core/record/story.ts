import type { MessageId } from '../log/entry.ts';
import { asksSomething } from '../context/chitchat.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { CountTokens } from '../ports.ts';
import type { SessionMessage } from '../log/session.ts';
import { choiceIn, isChosen, type Choice } from '../text/choice.ts';
import { readCall } from '../tools/readCall.ts';
import { mostTelling, type Fill } from './mostTelling.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { fillEvenly, MARK_TOKENS, NOTHING, passageOf, sum, type Passage } from './passage.ts';
import { thoughtsOf, turnsOf, type Said, type Turn } from './said.ts';

/**
 * A longer text, or one with more data than this, was pasted, not typed. It competes with everything else that was
 * said.
 */
const LONGEST_TYPED = 1_500;
const LONGEST_TYPED_DATA = 400;
/** The number of the person's newest messages that are noted whole, whatever their share. */
const NEWEST_WHOLE = 3;
/**
 * The weights of a sentence by its place: in the last text of a turn, in pasted text or a subagent's report, and
 * between calls.
 */
const CLOSING = 1.6;
const PASTED = 1.1;
const BETWEEN = 0.35;
/** A reply by the person up to this length shows that they agreed. */
const SHORT_ANSWER = 40;
const AGREED = 2.4;
/** The weight of the first request, which names the session's subject. */
const FIRST_REQUEST = 3;
/** The weight of the assistant's texts in a stage that has a digest: noted only where room is left. */
const DIGESTED = 0.05;
/** Shorter text between calls only announces the next step. */
const LEAST_BETWEEN = 40;

/** The passages of the story, in order. */
export interface Story {
  /** The person's typed words. */
  readonly typed: readonly Passage[];
  /**
   * The assistant's words and the person's pasted text. Newer turns weigh up to one and a half times as much as old
   * ones.
   */
  readonly words: readonly Passage[];
  /** The model's thoughts that it did not say. */
  readonly thoughts: readonly Passage[];
}

export function* storyOf(
  messages: readonly SessionMessage[],
  count: CountTokens,
  digested: ReadonlySet<MessageId> = new Set(),
): Steps<Story> {
  const turns = turnsOf(messages);
  const first = turns.flatMap(({ said }) => said).find(({ by }) => by === 'person');
  const answers = new Map(
    turns.map(({ closing }, index) => [closing, turns[index + 1]?.said[0]?.text ?? '']),
  );
  const isAgreed = (said: Said, { closing }: Turn): boolean => {
    const answer = said === closing ? (answers.get(said) ?? '') : '';
    return answer !== '' && answer.length <= SHORT_ANSWER;
  };
  const weightOf = (said: Said, turn: Turn): number => {
    if (said === first) return FIRST_REQUEST;
    if (said.by === 'assistant' && digested.has(said.id)) return partOf(said, turn) * DIGESTED;
    return isAgreed(said, turn) ? AGREED : partOf(said, turn);
  };
  const heads = repeatedHeads(turns);
  const toldOf = (turn: Turn, index: number): readonly { isTyped: boolean; passage: Passage }[] => {
    const age = 1 + index / Math.max(1, turns.length - 1);
    return turn.said
      .filter((said) => isTelling(said, turn))
      .map((said) => {
        const whole = withoutHead(passageSaid(said, count), said, heads);
        const own = isTyped(said, whole);
        // The request about a pasted text comes before or after it; an offer is at the end of an answer.
        const endsAsTelling = !own && (said.by !== 'assistant' || isAgreed(said, turn));
        const weight = weightOf(said, turn) * age;
        const passage = withChoice(whole, answers.get(said) ?? '');
        const offer = own && said === turn.said[0] ? turns[index - 1]?.closing : undefined;
        const answered = offer && answeredBy(said, offer, count);
        const isBetween = said.by === 'assistant' && said !== turn.closing;
        const found = {
          ...passage,
          weight,
          endsAsTelling,
          isBetween,
          ...(answered && { answers: answered }),
        };
        return { isTyped: own, passage: found };
      });
  };
  const told = (yield* mapInSteps(turns, toldOf, lengthOf)).flat();
  const typed = told.filter((one) => one.isTyped).map(({ passage }) => passage);
  const words = told.filter((one) => !one.isTyped).map(({ passage }) => passage);
  const thoughts = thoughtsOf(messages).map((said) => passageSaid(said, count));
  return { typed: saidOnce(typed), words, thoughts };
}

function lengthOf({ said }: Turn): number {
  return said.reduce((length, { text }) => length + text.length, 0);
}

/** A first line that this many answers share is a requested form, or says nothing about any of them. */
const LEAST_REPEATED = 3;
const LONGEST_HEAD = 40;

function headOf({ by, text }: Said): string {
  const line = by === 'assistant' ? (text.split('\n', 1)[0] ?? '').trim() : '';
  return line.length <= LONGEST_HEAD ? line : '';
}

function repeatedHeads(turns: readonly Turn[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const said of turns.flatMap((turn) => turn.said)) {
    const head = headOf(said);
    if (head !== '') times.set(head, (times.get(head) ?? 0) + 1);
  }
  return new Set([...times].flatMap(([head, count]) => (count >= LEAST_REPEATED ? [head] : [])));
}

/** Removes the first line if other texts share it, unless the text has nothing else. */
function withoutHead(passage: Passage, said: Said, heads: ReadonlySet<string>): Passage {
  const head = headOf(said);
  const pieces = heads.has(head)
    ? passage.pieces.filter(({ place, text }) => place > 0 || text.trim() !== head)
    : passage.pieces;
  if (pieces.length === passage.pieces.length || pieces.length === 0) return passage;
  return { ...passage, pieces, tokens: sum(pieces) + MARK_TOKENS };
}

/** Keeps only the last of several texts when a text was typed again right away, whole or extended. */
function saidOnce(typed: readonly Passage[]): readonly Passage[] {
  const runs: Passage[][] = [];
  for (const passage of typed) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (before !== undefined && isBegunBy(textOfPieces(before), textOfPieces(passage))) run?.push(passage);
    else runs.push([passage]);
  }
  return runs.flatMap((run) => {
    const last = run.at(-1);
    if (last === undefined || run.length === 1) return run;
    return [{ ...last, ids: run.map(({ id }) => id) }];
  });
}

/**
 * Returns whether a text repeats or continues an earlier one. A short earlier text does not count, since others may
 * begin with it by chance.
 */
function isBegunBy(before: string, text: string): boolean {
  return text === before || (before.length > SHORT_ANSWER && text.startsWith(before));
}

const textOfPieces = ({ pieces }: Passage): string => pieces.map(({ text }) => text.trim()).join('\n');

/**
 * Passages by counting function. A message stays the same object as long as its text is the same, so it is split and
 * counted once.
 */
const passagesSaid = new WeakMap<CountTokens, WeakMap<Message, Passage>>();
const passagesThought: typeof passagesSaid = new WeakMap();

function passageSaid({ id, by, text, message }: Said, count: CountTokens): Passage {
  const passages = by === 'thought' ? passagesThought : passagesSaid;
  const counted = passages.get(count) ?? new WeakMap<Message, Passage>();
  passages.set(count, counted);
  const known = counted.get(message);
  if (known !== undefined) return { ...known, id };
  const whole = passageOf({ id, ...(by === undefined ? {} : { by }), weight: 1 }, text, count);
  const goesOn = toolCallsOf(message).some((call) => readCall(call).words === undefined);
  const passage = goesOn ? leadingOn(whole) : whole;
  counted.set(message, passage);
  return passage;
}

/** Puts the option that an answer chose by number or letter first, as the answer is meaningless without it. */
function withChoice(passage: Passage, answer: string): Passage {
  const choice = choiceIn(answer);
  const chosen = choice && passage.pieces.findLast(({ text }) => isChosen(text, choice));
  if (chosen === undefined) return passage;
  const pieces = passage.pieces.map((piece) => (piece === chosen ? { ...piece, isChosen: true } : piece));
  return { ...passage, pieces };
}

/** Without a question, an answer with more words than this is understandable by itself. */
const FEW_WORDS = 4;

/** Returns the text that a short answer refers to: the chosen option, else the last question or offer. */
function answeredBy(said: Said, offer: Said, count: CountTokens): Passage['answers'] {
  if (said.by !== 'person' || said.text.length > SHORT_ANSWER) return undefined;
  if (!asksSomething(offer.text) && said.text.split(/\s+/u).length > FEW_WORDS) return undefined;
  const offered = passageSaid(offer, count).pieces.toSorted((a, b) => a.place - b.place);
  const choice = choiceIn(said.text);
  const words = offered.filter(({ isCode, isLead }) => !isCode && isLead !== true);
  const answered =
    (choice && offered.findLast(({ text }) => isChosen(text, choice))) ??
    (choice && isNamedIn(offer.text, choice)
      ? offered.findLast(({ text }) => isChosen(text, { ...choice, word: undefined }))
      : undefined) ??
    words.findLast(({ text }) => /[?？؟]/u.test(text)) ??
    words.at(-1);
  return answered && { id: offer.id, text: answered.text };
}

/** Returns whether the offer contains the choice's word, as in `option 2` where the options only have numbers. */
function isNamedIn(offer: string, { word }: Choice): boolean {
  return word !== undefined && word.length > 3 && offer.toLowerCase().includes(word);
}

/** Marks the last text before a call as a lead, since it announces the call's result. */
function leadingOn(passage: Passage): Passage {
  const last = Math.max(...passage.pieces.map(({ place }) => place));
  const pieces = passage.pieces.map((piece) => (piece.place === last ? { ...piece, isLead: true } : piece));
  return { ...passage, pieces };
}

/**
 * Keeps the person's newest messages whole, the others whole as long as there is room, and otherwise their most
 * important pieces.
 */
export function fillTyped(typed: readonly Passage[]): Fill {
  const older = typed.slice(0, -NEWEST_WHOLE);
  const newest = typed.slice(-NEWEST_WHOLE);
  const olderIn = mostTelling(older, newest);
  return function* (room) {
    const left = room - sum(newest);
    if (left < 0) return [...older.map(() => NOTHING), ...fillEvenly(newest, room)];
    return [...(yield* olderIn(left)), ...fillEvenly(newest, Infinity)];
  };
}

function isTyped({ by, text }: Said, { pieces }: Passage): boolean {
  if (by === 'assistant' || by === 'agent' || text.length > LONGEST_TYPED) return false;
  const data = pieces.filter(({ isCode }) => by === 'person' && isCode);
  return data.reduce((length, piece) => length + piece.text.length, 0) <= LONGEST_TYPED_DATA;
}

function isTelling(said: Said, turn: Turn): boolean {
  const isBetween = said.by === 'agent' || (said.by === 'assistant' && said !== turn.closing);
  return !isBetween || said.text.length >= LEAST_BETWEEN;
}

function partOf(said: Said, turn: Turn): number {
  if (said.by !== 'assistant') return PASTED;
  return said === turn.closing ? CLOSING : BETWEEN;
}
