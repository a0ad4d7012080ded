import { ruleSentences, type RuleSentence } from '../language/ruleSentences.ts';
import { lengthOf, personTextOf, type Message } from '../log/message.ts';
import { memoized } from '../memoized.ts';
import { conclusionsIn, type Conclusion } from './conclusions.ts';

/** Facts that can be read from a single message. */
export interface MessageFacts {
  /** The person's constraints, corrections and decisions. */
  readonly rules: readonly RuleSentence[];
  /** The assistant's sentences about decisions and causes. */
  readonly conclusions: readonly Conclusion[];
}

const LONGEST_TEXT = 200_000;
/**
 * The work for a character of the person's messages, as a multiple of the work for a character of the assistant's
 * messages. The analysis of the person's messages is more detailed.
 */
const PERSON_WEIGHT = 4;

/**
 * Returns the facts of a message and caches them. The time is linear in the length of the message, for texts of any
 * kind.
 */
export const factsOf = memoized((message: Message): MessageFacts => ({
  rules: message.role === 'user' ? ruleSentences(personTextOf(message)) : [],
  conclusions: message.role === 'assistant' ? conclusionsIn(proseOf(message).slice(0, LONGEST_TEXT)) : [],
}));

/** Returns how much work it is to read the facts of a message, as a number of characters to scan. */
export function factsWork(message: Message): number {
  if (message.role === 'user') return PERSON_WEIGHT * lengthOf(message);
  return message.role === 'assistant' ? lengthOf(message) : 0;
}

function proseOf(message: Message): string {
  return message.parts
    .flatMap((part) =>
      part.type === 'reasoning' || (part.type === 'text' && part.origin !== 'client') ? [part.text] : [],
    )
    .join('\n');
}
