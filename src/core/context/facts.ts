import { standingSentences, type StandingSentence } from '../language/standingSentences.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf, type Message } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { namesIn } from '../text/names.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { toldSentences, type ToldSentence } from './told.ts';

/** Facts of another version are taken anew. */
export const FACTS_VERSION = 11;

/** What is read off one message by itself, so that it can be taken when the message arrives and kept beside it. Plain data. */
export interface MessageFacts {
  readonly version: number;
  /** Names in all that the message says. */
  readonly names: readonly string[];
  /** The person's constraints, corrections and decisions. */
  readonly standing: readonly StandingSentence[];
  /** What the assistant decided, and what it found to be a cause. */
  readonly told: readonly ToldSentence[];
}

const LONGEST_TEXT = 200_000;
const MOST_NAMES = 2_000;

/** The facts of one message. Linear in its length; bounded for texts of any kind. */
export function extractFacts({ message }: Pick<SessionMessage, 'message'>): MessageFacts {
  return {
    version: FACTS_VERSION,
    names: message.role === 'system' ? [] : namesIn(wholeTextOf(message).slice(0, LONGEST_TEXT), MOST_NAMES),
    standing: message.role === 'user' ? standingSentences(personTextOf(message)) : [],
    told: message.role === 'assistant' ? toldSentences(proseOf(message).slice(0, LONGEST_TEXT)) : [],
  };
}

/** The facts of each message, cached ones where their version is this one's. */
export function factsOfAll(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly MessageFacts[] {
  return messages.map((message) => {
    const facts = cached?.get(message.id);
    return facts?.version === FACTS_VERSION ? facts : extractFacts(message);
  });
}

/** All texts of a message, a call's arguments as the strings in them. */
function wholeTextOf(message: Message): string {
  return message.parts
    .map((part) => {
      if (part.type === 'toolCall') return stringsIn(argumentsOf(part)).join('\n') || part.arguments;
      if (part.type === 'image') return '';
      return part.type === 'file' ? `${part.path}\n${part.text}` : part.text;
    })
    .join('\n');
}

function proseOf(message: Message): string {
  return message.parts
    .flatMap((part) =>
      part.type === 'reasoning' || (part.type === 'text' && part.origin !== 'client') ? [part.text] : [],
    )
    .join('\n');
}
