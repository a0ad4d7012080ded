import { factsOf } from '../context/facts.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf, toolCallsOf, type Message } from '../log/message.ts';
import { asksOrIntroduces } from '../language/ruleSentences.ts';
import type { SessionMessage } from '../log/session.ts';
import { formatAddress } from '../recall/address.ts';
import { rulesOf } from '../record/rules.ts';
import { workOf } from '../record/work.ts';
import { onOneLine } from '../text/lines.ts';
import { answersOf } from './answers.ts';
import { standingFailures } from './standingFailures.ts';
import { standingFiles } from './standingFiles.ts';

export type FactKind = 'rule' | 'decision' | 'file' | 'failure';

/** A fact that later work may need. */
export interface StandingFact {
  readonly kind: FactKind;
  /** The address of the line that contains the fact, or of the message if the line is not found. */
  readonly address: string;
  /**
   * The sentence as it was written; for a file, its path; for a failure, its command and reason; for an answer, the
   * question and the answer.
   */
  readonly line: string;
  /** For an answer, the question and the answer; for a failure, see `StandingFailure`; for other facts, only `line`. */
  readonly pieces: readonly string[];
  /**
   * Whether the fact may have held only when it was said. This applies to a sentence with “now” or “yet”, to a choice
   * that the assistant announced beside a tool call, and to a failure if the same program later succeeded with other
   * arguments.
   */
  readonly isMomentary: boolean;
  /** Whether the sentence refers to something in the text around it. */
  readonly refersToContext?: boolean;
}

/**
 * Returns the facts that hold after the messages: the person's rules, decisions and answers, decisions that the
 * assistant stated, changed files that still exist, and failures that were not resolved.
 */
export function standingFacts(messages: readonly SessionMessage[]): readonly StandingFact[] {
  const texts = new Map(messages.map(({ id, message }) => [id, textOf(message)]));
  const at = (id: MessageId, line: string): string => addressOf(id, texts.get(id) ?? '', line);
  const factIn = (kind: FactKind, id: MessageId, line: string): StandingFact => {
    const lower = asCompared(line);
    const isMomentary = MOMENT.test(lower);
    return {
      kind,
      line,
      pieces: [line],
      address: at(id, line),
      isMomentary,
      refersToContext: refersToContext(lower),
    };
  };
  const rules = rulesOf(messages);
  const work = workOf(messages);
  return [
    ...rules.map(({ id, text, kind }) => factIn(kind === 'decision' ? 'decision' : 'rule', id, text)),
    ...decisionsOf(messages).map(({ id, text, isMomentary }) => {
      const fact = factIn('decision', id, text);
      return { ...fact, isMomentary: isMomentary || fact.isMomentary };
    }),
    ...answersOf(messages).map(({ id, question, answer }) => {
      const line = `${question} → ${answer}`;
      return {
        kind: 'decision',
        line,
        pieces: [question, answer],
        address: at(id, answer),
        isMomentary: false,
      } as const;
    }),
    ...standingFiles(messages, work.changed).map(
      ({ path, id }) =>
        ({ kind: 'file', line: path, pieces: [path], address: at(id, path), isMomentary: false }) as const,
    ),
    ...standingFailures(messages, work).map(
      ({ id, line, pieces, why, isMomentary }) =>
        ({ kind: 'failure', line, pieces, address: at(id, why), isMomentary }) as const,
    ),
  ];
}

/** Returns the decisions that the assistant stated in its answers. Ignores decisions that are only in its reasoning. */
function decisionsOf(
  messages: readonly SessionMessage[],
): readonly { id: MessageId; text: string; isMomentary: boolean }[] {
  const found = new Map<string, { id: MessageId; isMomentary: boolean }>();
  for (const { id, message } of messages) {
    const spoken = onOneLine(spokenIn(message));
    const acts = toolCallsOf(message).length > 0;
    for (const { text, kind } of factsOf(message).conclusions)
      if (kind === 'decision' && spoken.includes(text) && !isWeak(text))
        found.set(text, { id, isMomentary: acts && !DECIDED.test(text) });
  }
  return [...found].map(([text, each]) => ({ text, ...each }));
}

/** Matches a choice that was made. In contrast, "I'll use" beside a call may only announce that call. */
const DECIDED = /\b(?:decided|chose|opted)\b/iu;

/** Returns whether a sentence only compares, asks, or talks about decisions, without saying what was chosen. */
function isWeak(sentence: string): boolean {
  return asksOrIntroduces(sentence) || (WEAK.test(sentence) && !CHOSEN.test(sentence));
}

const WEAK = /\b(?:instead of|rather than|approach|decisions?)\b/iu;
const CHOSEN = /\b(?:decided|chose|opted|(?:let['’]s|we['’]ll|we will|i['’]ll|i will) (?:use|go)\b)/iu;

function spokenIn({ parts }: Message): string {
  return parts
    .flatMap((part) => (part.type === 'text' && part.origin === undefined ? [part.text] : []))
    .join('\n');
}

/** Returns the address of the line in which the words begin, or of the message if no line contains the words. */
function addressOf(id: MessageId, text: string, words: string): string {
  const start = words.split('\n', 1)[0]?.trim().slice(0, COMPARED_LENGTH) ?? '';
  const line = text.split('\n').findIndex((each) => onOneLine(each).includes(start));
  return formatAddress(line < 0 ? { id } : { id, lines: { first: line + 1, last: line + 1 } });
}

/** `addressOf` searches the lines for at most this many characters from the beginning of the words. */
const COMPARED_LENGTH = 40;

/**
 * Matches a word for the work as a whole. Before such a word, "this" does not refer to the text around the sentence.
 */
const WORK = '(?:repo(?:sitory)?|project|code ?base|workspace|service|package|app|library|module|team)\\b';
/** Matches a word that suggests that a sentence holds only when it is said. */
const MOMENT = /\b(?:yet|for now|now)\b/u;
/** Matches a word that refers to a place or a text around the sentence. */
const POINTER = new RegExp(
  `\\b(?:(?:this|these)\\b(?! ${WORK})|those|here|there(?! (?:is|are|must|should|will|can)\\b))\\b`,
  'u',
);
/** Matches “that” as a pronoun, as in “do that in the setup”. Does not match “that” before a clause. */
const THAT =
  /^that\b|\bthat\b(?=[.,;:!?)]|$| (?:in|on|for|to|at|as|with|from|by|and|or|but|too|instead|again|first)\b)/u;
/** Matches a pronoun. In a sentence's first clause, it refers to another sentence. */
const PRONOUN = /\b(?:it|its|it's|them|they|their|him|her)\b/u;
/** Matches consent. Only the message before it says what was agreed. */
const CONSENT = /^(?:yes|yeah|yep|yup|sure|agreed)\b/u;
const FROM_NOW = /\bfrom (?:now|here|this point) (?:on|forward)\b/gu;
const FIRST_CLAUSE = /^(?:(?:good|great|ok|okay|no|well|also|and|but|so),? +(?:but |and |so )?)*[^,;:(—–]*/u;

/** Returns a sentence in lower case without "from now on", whose "now" would make a lasting rule look momentary. */
function asCompared(sentence: string): string {
  return sentence.toLowerCase().replaceAll('’', "'").replace(FROM_NOW, '').trim();
}

/**
 * Returns whether an English sentence in lower case refers to the text around it, as "don't give it a number" does.
 * Such a sentence says little without that text. Sentences in other languages count as complete.
 */
function refersToContext(lower: string): boolean {
  const [first = ''] = FIRST_CLAUSE.exec(lower) ?? [];
  return CONSENT.test(lower) || POINTER.test(lower) || THAT.test(lower) || PRONOUN.test(first);
}
