import type { MessageId } from '../log/entry.ts';
import { asksSomething } from '../context/chitchat.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { CountTokens } from '../ports.ts';
import type { SessionMessage } from '../log/session.ts';
import { choiceIn, isChosen, type Choice } from '../text/choice.ts';
import { readCall } from '../tools/readCall.ts';
import { mostTelling, type Fill } from './mostTelling.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { fillByWeight, MARK_TOKENS, NOTHING, passageOf, sum, type Passage } from './passage.ts';
import { thoughtsOf, turnsOf, type Said, type Turn } from './said.ts';

/**
 * The most characters of a typed text, and the most characters of data or code in it. A text of the person with more
 * counts as pasted. Typed texts are noted first; pasted ones compete for room with the assistant's words.
 */
const LONGEST_TYPED = 1_500;
const LONGEST_TYPED_DATA = 400;
/** The number of the person's newest messages that are noted whole if at all possible. */
const NEWEST_WHOLE = 3;
/**
 * The weights of a sentence by its place: in the last text of a turn, in pasted text or a subagent's report, and
 * between calls.
 */
const CLOSING = 1.6;
const PASTED = 1.1;
const BETWEEN = 0.35;
/** A reply by the person with at most this many characters is taken as agreement with the text before it. */
const SHORT_ANSWER = 40;
/** The weight of a text that the person agreed to. */
const AGREED = 2.4;
/** The weight of the first request, which names the session's subject. */
const FIRST_REQUEST = 3;
/** The factor for the assistant's texts in a finished stage, since the context contains its digest. */
const DIGESTED = 0.05;
/** A text between calls or a subagent's report with fewer characters is omitted: it only says what comes next. */
const LEAST_BETWEEN = 40;

/** The passages of the story, in order. */
export interface Story {
  /** The person's typed words. */
  readonly typed: readonly Passage[];
  /** The assistant's words and the person's pasted text. */
  readonly words: readonly Passage[];
  /** The model's thoughts that it did not say. */
  readonly thoughts: readonly Passage[];
}

/** A passage, and whether the person typed it. */
interface StoryPassage {
  readonly isTyped: boolean;
  readonly passage: Passage;
}

/** Returns the story of these messages. `digested` are messages of finished stages. */
export function* storyOf(
  messages: readonly SessionMessage[],
  count: CountTokens,
  digested: ReadonlySet<MessageId> = new Set(),
): Steps<Story> {
  const turns = turnsOf(messages);
  yield;
  const first = turns.flatMap(({ said }) => said).find(({ by }) => by === 'person');
  /** The first text of the next turn, by the last text of the assistant in each turn. */
  const answers = new Map(
    turns.map(({ closing }, index) => [closing, turns[index + 1]?.said[0]?.text ?? '']),
  );
  const isAgreed = (said: Said, { closing }: Turn): boolean => {
    const answer = said === closing ? (answers.get(said) ?? '') : '';
    return answer !== '' && answer.length <= SHORT_ANSWER;
  };
  const weightOf = (said: Said, turn: Turn): number => {
    if (said === first) return FIRST_REQUEST;
    if (said.by === 'assistant' && digested.has(said.id)) return weightByPlace(said, turn) * DIGESTED;
    return isAgreed(said, turn) ? AGREED : weightByPlace(said, turn);
  };
  const heads = repeatedHeads(turns);
  yield;
  const passagesIn = (turn: Turn, index: number): readonly StoryPassage[] => {
    // Texts of the newest turn weigh twice as much as those of the oldest.
    const newness = 1 + index / Math.max(1, turns.length - 1);
    return turn.said
      .filter((said) => isWorthNoting(said, turn))
      .map((said) => {
        const whole = withoutHead(passageFrom(said, count), said, heads);
        const isTyped = wasTyped(said, whole);
        // A pasted text may end with the person's request, and an answer with the offer that the person accepted.
        const isEndAsImportant = !isTyped && (said.by !== 'assistant' || isAgreed(said, turn));
        const passage = withChoice(whole, answers.get(said) ?? '');
        const offer = isTyped && said === turn.said[0] ? turns[index - 1]?.closing : undefined;
        const answered = offer && answeredBy(said, offer, count);
        return {
          isTyped,
          passage: {
            ...passage,
            weight: weightOf(said, turn) * newness,
            isEndAsImportant,
            isBetween: said.by === 'assistant' && said !== turn.closing,
            ...(answered && { answers: answered }),
          },
        };
      });
  };
  const all = (yield* mapInSteps(turns, passagesIn, workFor)).flat();
  const typed = all.filter(({ isTyped }) => isTyped).map(({ passage }) => passage);
  const words = all.filter(({ isTyped }) => !isTyped).map(({ passage }) => passage);
  yield;
  const thoughts = yield* mapInSteps(
    thoughtsOf(messages),
    (said) => passageFrom(said, count),
    ({ text }) => SPLITTING * text.length,
  );
  return { typed: withoutRepetitions(typed), words, thoughts };
}

/** Splitting a text into sentences and counting their tokens takes as long as reading this many times its characters. */
const SPLITTING = 4;

function workFor({ said }: Turn): number {
  return said.reduce((work, { text }) => work + SPLITTING * text.length, 0);
}

/** A short first line that this many of the assistant's texts share is omitted, since it says nothing about any. */
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

/** Where the person typed a text again in the next message, the same or extended, keeps only the last one. */
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

/** Returns whether a text repeats or extends an earlier one. Extending a short text, such as "Yes", does not count. */
function isBegunBy(before: string, text: string): boolean {
  return text === before || (before.length > SHORT_ANSWER && text.startsWith(before));
}

const textOfPieces = ({ pieces }: Passage): string => pieces.map(({ text }) => text.trim()).join('\n');

/** Splits and counts the words of a message that has just arrived, so that notes find its passages in the cache. */
export function prepareWords(message: SessionMessage, count: CountTokens): void {
  const said = turnsOf([message]).flatMap((turn) => turn.said);
  for (const each of [...said, ...thoughtsOf([message])]) passageFrom(each, count);
}

/** Caches of passages, by the function that counted their tokens. A message never changes, so it is split only once. */
const saidPassages = new WeakMap<CountTokens, WeakMap<Message, Passage>>();
const thoughtPassages: typeof saidPassages = new WeakMap();

function passageFrom({ id, by, text, message }: Said, count: CountTokens): Passage {
  const passages = by === 'thought' ? thoughtPassages : saidPassages;
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

/** Returns the text that a short answer refers to: the chosen option, else the last question, else the last sentence. */
function answeredBy(said: Said, offer: Said, count: CountTokens): Passage['answers'] {
  if (said.by !== 'person' || said.text.length > SHORT_ANSWER) return undefined;
  if (!asksSomething(offer.text) && said.text.split(/\s+/u).length > FEW_WORDS) return undefined;
  const offered = passageFrom(offer, count).pieces.toSorted((a, b) => a.place - b.place);
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

/** Marks the last piece of a text before a call as a lead, since it announces the call. */
function markedLastAsLead(passage: Passage): Passage {
  const last = Math.max(...passage.pieces.map(({ place }) => place));
  const pieces = passage.pieces.map((piece) => (piece.place === last ? { ...piece, isLead: true } : piece));
  return { ...passage, pieces };
}

/**
 * Returns a function that keeps the person's newest messages whole, and of the older ones as much as there is room for.
 * If not even the newest fit, it shortens these and leaves out the others.
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

function wasTyped({ by, text }: Said, { pieces }: Passage): boolean {
  if (by === 'assistant' || by === 'agent' || text.length > LONGEST_TYPED) return false;
  const data = pieces.filter(({ isCode }) => by === 'person' && isCode);
  return data.reduce((length, piece) => length + piece.text.length, 0) <= LONGEST_TYPED_DATA;
}

function isWorthNoting(said: Said, turn: Turn): boolean {
  const isBetween = said.by === 'agent' || (said.by === 'assistant' && said !== turn.closing);
  return !isBetween || said.text.length >= LEAST_BETWEEN;
}

function weightByPlace(said: Said, turn: Turn): number {
  if (said.by !== 'assistant') return PASTED;
  return said === turn.closing ? CLOSING : BETWEEN;
}
