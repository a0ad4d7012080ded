import type { MessageId } from '../log/entry.ts';
import { asksSomething } from '../context/chitchat.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { CountTokens } from '../ports.ts';
import type { SessionMessage } from '../log/session.ts';
import { choiceIn, isChosen, type Choice } from '../text/choice.ts';
import { readCall } from '../tools/readCall.ts';
import { mostTelling, saysSomething, type Fill } from './mostTelling.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { fillByWeight, MARK_TOKENS, NOTHING, passageOf, sum, type Passage } from './passage.ts';
import { thoughtsOf, turnsOf, type Said, type Turn } from './said.ts';

/** The passages of the story, in order. */
export interface Story {
  /** The person's typed words. */
  readonly typed: readonly Passage[];
  /** The assistant's words, subagents' reports and the person's pasted text. */
  readonly words: readonly Passage[];
  /** The model's thoughts, which it did not say to the person. */
  readonly thoughts: readonly Passage[];
}

/** Returns the story of these messages. `digested` are messages of finished stages. */
export function* storyOf(
  messages: readonly SessionMessage[],
  count: CountTokens,
  digested: ReadonlySet<MessageId> = new Set(),
): Steps<Story> {
  const texts = placedTexts(turnsOf(messages));
  yield;
  const heads = repeatedHeads(texts);
  yield;
  const passages = yield* mapInSteps(
    texts.filter(isWorthNoting),
    (text) => storyPassage(text, { count, digested, heads }),
    ({ said }) => workFor(said),
  );
  const withTyped = (wanted: boolean): readonly Passage[] =>
    passages.flatMap(({ isTyped, passage }) => (isTyped === wanted ? [passage] : []));
  const typed = withoutRepetitions(withTyped(true));
  yield;
  const thoughts = yield* mapInSteps(thoughtsOf(messages), (said) => passageFrom(said, count), workFor);
  return { typed, words: withTyped(false), thoughts };
}

/** Splitting a text into sentences and counting its tokens takes this many times as long as reading its characters. */
const SPLITTING = 4;

function workFor({ text }: Said): number {
  return SPLITTING * text.length;
}

/** A text with its place in the session. */
interface PlacedText {
  readonly said: Said;
  /** Whether it is the person's first text, or the plan in the same message. */
  readonly isFirst: boolean;
  /** Whether the assistant said it between calls: it is neither the closing text of the turn nor a plan. */
  readonly isBetween: boolean;
  /** The person's answer if this is a closing text, otherwise ''. */
  readonly answer: string;
  /** The closing text of the turn before, if this is the person's text. */
  readonly offer: Said | undefined;
  /** 1 in the oldest turn, 2 in the newest. */
  readonly newness: number;
}

function placedTexts(turns: readonly Turn[]): readonly PlacedText[] {
  const first = turns.flatMap(({ said }) => said).find(({ by }) => by === 'person');
  return turns.flatMap((turn, index) =>
    turn.said.map((said) => ({
      said,
      isFirst: said.message === first?.message,
      isBetween: said.by === 'assistant' && said !== turn.closing && said.isPlan !== true,
      answer: said === turn.closing ? (turns[index + 1]?.said[0]?.text ?? '') : '',
      offer: said.by === 'person' ? turns[index - 1]?.closing : undefined,
      newness: 1 + index / Math.max(1, turns.length - 1),
    })),
  );
}

/** A text between calls or a subagent's report with fewer characters is omitted, since such a text says little. */
const LEAST_BETWEEN = 40;

function isWorthNoting({ said, isBetween }: PlacedText): boolean {
  return !(isBetween || said.by === 'agent') || said.text.length >= LEAST_BETWEEN;
}

/** A reply by the person with at most this many characters is taken as agreement with the text before it. */
const SHORT_ANSWER = 40;

function isAgreed({ answer }: PlacedText): boolean {
  return answer !== '' && answer.length <= SHORT_ANSWER;
}

interface StoryContext {
  readonly count: CountTokens;
  readonly digested: ReadonlySet<MessageId>;
  readonly heads: ReadonlySet<string>;
}

/** Returns the passage of a text, and whether the person typed it. */
function storyPassage(
  text: PlacedText,
  { count, digested, heads }: StoryContext,
): { readonly isTyped: boolean; readonly passage: Passage } {
  const { said, isBetween, answer, offer, newness } = text;
  const whole = withoutHead(passageFrom(said, count), said, heads);
  const isTyped = wasTyped(said, whole);
  const answers = offer && answeredBy(said.text, offer, count);
  const passage = {
    ...withChoice(whole, answer),
    weight: weightOf(text, digested) * newness,
    // The end of a pasted text may be the person's request, and the end of a text by the assistant may be the offer
    // that the person accepted.
    isEndAsImportant: !isTyped && (said.by !== 'assistant' || isAgreed(text)),
    isBetween,
    ...(answers && { answers }),
  };
  return { isTyped, passage };
}

/**
 * The maximum number of characters of a typed text, and of the data or code in it. A text of the person that exceeds
 * one of these limits counts as pasted. Typed texts are noted first. Pasted texts compete with the assistant's words
 * for room.
 */
const LONGEST_TYPED = 1_500;
const LONGEST_TYPED_DATA = 400;

function wasTyped({ by, text }: Said, { pieces }: Passage): boolean {
  if (by === 'assistant' || by === 'agent' || text.length > LONGEST_TYPED) return false;
  const data = pieces.filter(({ isCode }) => by === 'person' && isCode);
  return data.reduce((length, piece) => length + piece.text.length, 0) <= LONGEST_TYPED_DATA;
}

/** The weight of the first request, which names the session's subject. */
const FIRST_REQUEST = 3;
/**
 * The weight of the person's other texts and of subagents' reports. Typed texts compete for room only with each other.
 */
const OTHERS = 1.1;
/** The weights of the assistant's text: between calls, at the end of a turn, and if the person agreed to it. */
const BETWEEN = 0.35;
const CLOSING = 1.6;
const AGREED = 2.4;
/** The factor for the assistant's texts in a finished stage, since the context contains the digest of the stage. */
const DIGESTED = 0.05;

function weightOf(text: PlacedText, digested: ReadonlySet<MessageId>): number {
  const { said, isFirst, isBetween } = text;
  if (isFirst) return FIRST_REQUEST;
  if (said.by !== 'assistant') return OTHERS;
  if (digested.has(said.id)) return DIGESTED * (isBetween ? BETWEEN : CLOSING);
  if (isBetween) return BETWEEN;
  return said.isPlan === true || isAgreed(text) ? AGREED : CLOSING;
}

/**
 * If at least this many of the assistant's texts begin with the same short line, the line is omitted, since it
 * distinguishes none of them.
 */
const LEAST_REPEATED = 3;
const LONGEST_HEAD = 40;

function headOf({ by, text }: Said): string {
  const line = by === 'assistant' ? (text.split('\n', 1)[0] ?? '').trim() : '';
  return line.length <= LONGEST_HEAD ? line : '';
}

function repeatedHeads(texts: readonly PlacedText[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const { said } of texts) {
    const head = headOf(said);
    if (head !== '') times.set(head, (times.get(head) ?? 0) + 1);
  }
  return new Set([...times].flatMap(([head, count]) => (count >= LEAST_REPEATED ? [head] : [])));
}

/** Removes the first line of a text if other texts share the line, unless the text has no other line. */
function withoutHead(passage: Passage, said: Said, heads: ReadonlySet<string>): Passage {
  const head = headOf(said);
  const pieces = heads.has(head)
    ? passage.pieces.filter(({ place, text }) => place > 0 || text.trim() !== head)
    : passage.pieces;
  if (pieces.length === passage.pieces.length || pieces.length === 0) return passage;
  return { ...passage, pieces, tokens: sum(pieces) + MARK_TOKENS };
}

/** If the person's next message repeats or extends a text, keeps only the text of the later message. */
function withoutRepetitions(typed: readonly Passage[]): readonly Passage[] {
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

/** Returns whether a text repeats or extends an earlier text. Extending a short text, such as "Yes", does not count. */
function isBegunBy(before: string, text: string): boolean {
  return text === before || (before.length > SHORT_ANSWER && text.startsWith(before));
}

const textOfPieces = ({ pieces }: Passage): string => pieces.map(({ text }) => text.trim()).join('\n');

/** Splits the text of a new message and counts its tokens, so that later notes find its passages in the cache. */
export function prepareWords(message: SessionMessage, count: CountTokens): void {
  const said = turnsOf([message]).flatMap((turn) => turn.said);
  for (const each of [...said, ...thoughtsOf([message])]) passageFrom(each, count);
}

/** Caches of passages, by the function that counted their tokens. A message never changes, so it is split only once. */
const saidPassages = new WeakMap<CountTokens, WeakMap<Message, Passage>>();
const thoughtPassages: typeof saidPassages = new WeakMap();
const planPassages: typeof saidPassages = new WeakMap();

function passageFrom({ id, by, text, message, isPlan }: Said, count: CountTokens): Passage {
  const others = by === 'thought' ? thoughtPassages : saidPassages;
  const passages = isPlan === true ? planPassages : others;
  const counted = passages.get(count) ?? new WeakMap<Message, Passage>();
  passages.set(count, counted);
  const known = counted.get(message);
  if (known !== undefined) return { ...known, id };
  const whole = passageOf({ id, ...(by === undefined ? {} : { by }), weight: 1 }, text, count);
  const callsFollow = toolCallsOf(message).some((call) => readCall(call).words === undefined);
  const passage = callsFollow ? markedLastAsLead(whole) : whole;
  counted.set(message, passage);
  return passage;
}

/** Marks the option that an answer chose by number or letter, as the answer is meaningless without the option. */
function withChoice(passage: Passage, answer: string): Passage {
  const choice = choiceIn(answer);
  const chosen = choice && passage.pieces.findLast(({ text }) => isChosen(text, choice));
  if (chosen === undefined) return passage;
  const pieces = passage.pieces.map((piece) => (piece === chosen ? { ...piece, isChosen: true } : piece));
  return { ...passage, pieces };
}

/** If the text before an answer asks nothing, an answer with more words than this is understandable by itself. */
const FEW_WORDS = 4;

/**
 * Returns the text that a short answer refers to: the chosen option, or the last question, or the last sentence.
 */
function answeredBy(answer: string, offer: Said, count: CountTokens): Passage['answers'] {
  if (answer.length > SHORT_ANSWER) return undefined;
  if (!asksSomething(offer.text) && answer.split(/\s+/u).length > FEW_WORDS) return undefined;
  const offered = passageFrom(offer, count).pieces.toSorted((a, b) => a.place - b.place);
  const choice = choiceIn(answer);
  const words = offered.filter((piece) => !piece.isCode && piece.isLead !== true && saysSomething(piece));
  const answered =
    (choice && offered.findLast(({ text }) => isChosen(text, choice))) ??
    (choice && isNamedIn(offer.text, choice)
      ? offered.findLast(({ text }) => isChosen(text, { ...choice, word: undefined }))
      : undefined) ??
    words.findLast(({ text }) => /[?？؟]/u.test(text)) ??
    words.at(-1);
  return answered && { id: offer.id, text: answered.text };
}

/**
 * Returns whether the offer contains the word before the number in a choice, such as “option” in “option 2”. If so, the
 * choice may refer to an option that begins with only the number.
 */
function isNamedIn(offer: string, { word }: Choice): boolean {
  return word !== undefined && word.length > 3 && offer.toLowerCase().includes(word);
}

/** Marks the last piece of a text before a call as a lead, since it announces the call. */
function markedLastAsLead(passage: Passage): Passage {
  const last = Math.max(...passage.pieces.map(({ place }) => place));
  const pieces = passage.pieces.map((piece) => (piece.place === last ? { ...piece, isLead: true } : piece));
  return { ...passage, pieces };
}

/** The number of the person's newest messages that are noted whole if possible. */
const NEWEST_WHOLE = 3;

/**
 * Returns a function that keeps the person's newest messages whole, and as much of the older messages as there is room
 * for. If even the newest messages do not fit, the function shortens them and leaves out the older messages.
 */
export function fillTyped(typed: readonly Passage[]): Fill {
  const older = typed.slice(0, -NEWEST_WHOLE);
  const newest = typed.slice(-NEWEST_WHOLE);
  const chooseOlder = mostTelling(older, newest);
  return function* (room) {
    const left = room - sum(newest);
    if (left < 0) return [...older.map(() => NOTHING), ...fillByWeight(newest, room)];
    return [...(yield* chooseOlder(left)), ...fillByWeight(newest, Infinity)];
  };
}
