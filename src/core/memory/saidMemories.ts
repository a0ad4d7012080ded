import { asksOrIntroduces, looksTyped, ruleSentences } from '../language/ruleSentences.ts';
import type { MessageId } from '../log/entry.ts';
import { lengthOf, personTextOf, spokenTextOf, textOf, type Message } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { stemsOf } from '../recall/stems.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { quotedLine, withSpacesFolded } from '../text/lines.ts';
import { QUOTED } from '../text/othersWords.ts';
import { sentencesOf } from '../text/sentences.ts';
import { keepMemories, LONGEST_MEMORY, memoryKey, type SummaryMemory } from './savedMemories.ts';

/** The minimum share of a memory's words that its source sentence must contain. */
const LEAST_SHARE = 0.5;
/** The minimum number of shared words, since a single shared word proves nothing. */
const LEAST_SHARED = 2;
/** Matches the end of a part of a sentence. */
const PART_END = /[:;—–]\s/u;
const LEAST_PART = 20;
/** Matches a command of several words or a web address, which a model may run or open. */
const EXECUTABLE = /`[^`\n]*\s[^`\n]*`|:\/\//;

/**
 * Checks memories that a model saved against the messages that they cite. Finds the most similar sentence in the cited
 * message and replaces the text of the memory with this sentence, so that only what somebody said is remembered.
 * Preferences, decisions, rules and commands must be the person's words. Facts and observations may be the assistant's
 * words. Drops a memory if no sentence of the cited message is similar enough, if the cited message is a tool result,
 * if a tool result before the cited message contains the sentence, or if the memory is a duplicate.
 */
export function* saidMemories(
  saved: readonly SummaryMemory[],
  messages: readonly SessionMessage[],
): Steps<readonly SummaryMemory[]> {
  const places = new Map<MessageId, number>(messages.map(({ id }, at) => [id, at]));
  const cited = saved.flatMap((memory) => {
    const place = places.get(memory.source ?? '');
    const message = place === undefined ? undefined : messages[place]?.message;
    return place === undefined || message === undefined ? [] : [{ memory, place, message }];
  });
  const quote = ({ memory, place, message }: (typeof cited)[number]): readonly Quoted[] => {
    const sentence = sentenceFor(memory, message);
    if (sentence === undefined) return [];
    return [{ memory: { ...memory, text: quotedLine(sentence) }, place, parts: partsOf(sentence) }];
  };
  const quoted = (yield* mapInSteps(cited, quote, ({ message }) => lengthOf(message))).flat();
  const fromTools = yield* quotedFromTools(quoted, messages);
  return keepMemories(quoted.filter((one) => !fromTools.has(one)).map(({ memory }) => memory));
}

/** A memory with a sentence of the message at `place` as its text. */
interface Quoted {
  readonly memory: SummaryMemory;
  readonly place: number;
  /** The sentence and its parts, with white space collapsed. */
  readonly parts: readonly string[];
}

function partsOf(sentence: string): readonly string[] {
  const said = withSpacesFolded(sentence);
  return [said, ...said.split(PART_END).filter((part) => part.length >= LEAST_PART)];
}

/**
 * Returns the memories whose sentence, or a part of it, is in an earlier tool result. This means that the sentence was
 * pasted or repeated from the result.
 */
function* quotedFromTools(
  quoted: readonly Quoted[],
  messages: readonly SessionMessage[],
): Steps<ReadonlySet<Quoted>> {
  const found = new Set<Quoted>();
  const look = ({ message }: SessionMessage, at: number): void => {
    if (message.role !== 'tool') return;
    const result = withSpacesFolded(textOf(message));
    for (const one of quoted)
      if (at < one.place && one.parts.some((part) => result.includes(part))) found.add(one);
  };
  const end = Math.max(0, ...quoted.map(({ place }) => place));
  yield* mapInSteps(messages.slice(0, end), look, ({ message }) => lengthOf(message));
  return found;
}

/** Returns the sentence of the message that shares the most with the memory, or undefined if none shares enough. */
function sentenceFor({ type, text }: SummaryMemory, message: Message): string | undefined {
  const sentences = candidates(message, type);
  const same = sentences.find((sentence) => memoryKey(sentence) === memoryKey(text));
  if (same !== undefined) return same;
  const wanted = stemsOf(text);
  let best: string | undefined;
  let most = Math.ceil(Math.max(LEAST_SHARED, wanted.length * LEAST_SHARE)) - 1;
  for (const sentence of sentences) {
    const own = new Set(stemsOf(withoutQuotations(sentence)));
    const shared = wanted.filter((stem) => own.has(stem)).length;
    if (shared <= most) continue;
    best = sentence;
    most = shared;
  }
  return best;
}

/**
 * Returns the sentences that may be offered as memories. Omits questions and introductions. Also omits sentences that
 * are longer than `LONGEST_MEMORY` instead of cutting them, since half a sentence may say the opposite.
 */
function candidates(message: Message, type: SummaryMemory['type']): readonly string[] {
  const isSteering = type === 'preference' || type === 'decision';
  return sentencesFrom(message, isSteering).filter(
    (sentence) => sentence.length <= LONGEST_MEMORY && !asksOrIntroduces(sentence),
  );
}

function sentencesFrom(message: Message, isSteering: boolean): readonly string[] {
  if (message.role === 'user') {
    const text = personTextOf(message);
    return looksTyped(text) ? sentencesOf(text) : ruleSentences(text).map(({ text }) => text);
  }
  if (message.role !== 'assistant' || isSteering) return [];
  return sentencesOf(spokenTextOf(message)).filter((sentence) => !steers(sentence));
}

function steers(sentence: string): boolean {
  return EXECUTABLE.test(sentence) || ruleSentences(sentence).length > 0;
}

/** Removes quotations, which are somebody else's words. Inline code belongs to the sentence. */
function withoutQuotations(sentence: string): string {
  return sentence.replace(QUOTED, (quoted) => (quoted.startsWith('`') ? quoted : ' '));
}
