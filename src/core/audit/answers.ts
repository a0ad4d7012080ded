import type { MessageId } from '../log/entry.ts';
import { personTextOf, textOf, toolCallsOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { asksOrIntroduces } from '../language/ruleSentences.ts';
import { onOneLine } from '../text/lines.ts';
import { ANSWERED_NEXT } from '../tools/askUser.ts';
import { stringsIn } from '../tools/callArguments.ts';
import { readCall } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { kindOfTool } from '../tools/toolKind.ts';
import { meaningfulStems } from './saidTexts.ts';

export interface Answer {
  /** The message with the answer. */
  readonly id: MessageId;
  readonly question: string;
  readonly answer: string;
}

/**
 * The maximum length of a question and of its answer. If one of them is longer, the answer is ordinary text, not a
 * choice.
 */
const LONGEST = 300;
/** Matches a text up to its first question mark, without the options that may follow. */
const ASKED = /^[^?？]*[?？]/u;
/** Matches additions to the text of a chosen option: a preview, or the mark "(recommended)". */
const PREVIEW = / selected preview:.*$| \(recommended\)(?=,|\W*$)/gisu;
/** Matches a question about whether or how to continue, which decides nothing. */
const GOING_ON = /\b(?:ready|proceed|continue|next|discuss)\b/iu;
/** Matches an answer that leaves the choice to the agent. */
const LEFT_OPEN = /^(?:you|your) (?:decide|choose|pick|choice|call)\b/iu;
/** Matches an answer in a tool result of Claude Code. */
const PAIR = /"([^"]+)"="([^"]*)"/gu;
/** Words of answers that mean nothing without the question. */
const PLAIN: ReadonlySet<string> = new Set(['yes', 'no', 'ok', 'okay', 'sure', 'both', 'all', 'none']);
const MARKUP = /<\/?\w{1,40}>/gu;

/**
 * Returns the person's answers to tools' questions, if they decide something. Omits answers such as "Yes" or "Both" and
 * answers that only repeat words of the question, since they say too little to search for.
 */
export function answersOf(messages: readonly SessionMessage[]): readonly Answer[] {
  const questions = new Map<string, string>();
  return messages.flatMap(({ id, message }, place): readonly Answer[] => {
    for (const call of toolCallsOf(message)) questions.set(call.callId, readCall(call).words ?? '');
    if (message.role !== 'tool' || kindOfTool(message.toolName) !== 'ask') return [];
    if (readResult(message, 'ask').isFailure) return [];
    const question = questions.get(message.callId) ?? '';
    const text = textOf(message);
    const next = messages[place + 1];
    if (text === ANSWERED_NEXT)
      return next === undefined ? [] : decidingAnswers(next.id, [[question, personTextOf(next.message)]]);
    const pairs = [...text.matchAll(PAIR)].map(([, each = '', answer = '']) => [each, answer] as const);
    return decidingAnswers(id, pairs.length > 0 ? pairs : [[question, plainAnswer(text)]]);
  });
}

/** Returns the text of an answer without the markup or JSON around it. */
function plainAnswer(text: string): string {
  if (!text.startsWith('{')) return text.replace(MARKUP, ' ');
  try {
    return stringsIn(JSON.parse(text)).join(', ');
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function decidingAnswers(id: MessageId, pairs: readonly (readonly [string, string])[]): readonly Answer[] {
  return pairs.flatMap(([asked, answered]) => {
    const question = onOneLine(ASKED.exec(asked)?.[0] ?? asked).replaceAll('**', '');
    const answer = onOneLine(answered.replace(PREVIEW, ''));
    const decides =
      question !== '' &&
      Math.max(question.length, answer.length) <= LONGEST &&
      !asksOrIntroduces(answer) &&
      !GOING_ON.test(question) &&
      !LEFT_OPEN.test(answer) &&
      ownStems(question, answer).length > 0;
    return decides ? [{ id, question, answer }] : [];
  });
}

/** Returns the meaningful words of an answer, as stems. Omits words of the question, and words such as “yes”. */
export function ownStems(question: string, answer: string): readonly string[] {
  const questionStems = meaningfulStems(question);
  return [...meaningfulStems(answer)].filter((stem) => !questionStems.has(stem) && !PLAIN.has(stem));
}
