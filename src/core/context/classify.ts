import { FACTS_VERSION, type MessageFacts } from './facts.ts';
import { standingSentences } from '../language/standingSentences.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { asksSomething, isConfirmation } from './chitchat.ts';

/**
 * What a message is, in a word for the person who looks at the context. Two of them a compaction goes by: `system` is
 * never touched, and `chitchat` is taken out first where the strategy has a pass for it. What becomes of the others is up
 * to their age and size: `recent` are among the newest, `anchor` are the original request, a standing constraint or a
 * correction, `toolHeavy` calls and their results, `request` and `reasoning` what else the person and the model said, and
 * `client` is text that a program put into the conversation.
 */
export type MessageClass =
  'system' | 'anchor' | 'recent' | 'chitchat' | 'toolHeavy' | 'reasoning' | 'request' | 'client';

export interface Classified {
  readonly class: MessageClass;
  /** Why, in a few words a person can read. */
  readonly reason: string;
}

export interface ClassifyOptions {
  /** The newest messages that count as recent. */
  readonly recentIds: ReadonlySet<MessageId>;
  /** Facts taken on arrival: what they know of a person's sentences is not looked for again. */
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
}

/** A class and its reason for every message, by id. */
export function classify(
  messages: readonly SessionMessage[],
  { recentIds, facts }: ClassifyOptions,
): ReadonlyMap<MessageId, Classified> {
  const classes = new Map<MessageId, Classified>();
  let lastAssistant: Message | undefined;
  let hasRequest = false;
  for (const { id, message } of messages) {
    const own = classOf(message, { lastAssistant, hasRequest, facts: facts?.get(id) });
    hasRequest ||= own.class === 'anchor' || own.class === 'request';
    if (message.role === 'assistant') lastAssistant = message;
    const isRecent = recentIds.has(id) && own.class !== 'system' && own.class !== 'anchor';
    classes.set(id, isRecent ? { class: 'recent', reason: `among the newest, else ${own.class}` } : own);
  }
  return classes;
}

interface Place {
  readonly lastAssistant: Message | undefined;
  readonly hasRequest: boolean;
  readonly facts: MessageFacts | undefined;
}

/** What the message is where it stands: the first request, or the answer to a question, is more than it is by itself. */
function classOf(message: Message, { lastAssistant, hasRequest, facts }: Place): Classified {
  const own = classAlone(message, facts);
  if (message.role !== 'user' || own.class === 'client') return own;
  if (own.class === 'chitchat') {
    const isAnswer = lastAssistant !== undefined && asksSomething(textOf(lastAssistant));
    return isAnswer ? { class: 'request', reason: 'answers a question' } : own;
  }
  return hasRequest ? own : { class: 'anchor', reason: 'the original request' };
}

/** A message is the same object as long as it says the same, so its sentences are read once, not at every redraw. */
const classesAlone = new WeakMap<Message, Classified>();

function classAlone(message: Message, facts: MessageFacts | undefined): Classified {
  const known = classesAlone.get(message);
  if (known !== undefined) return known;
  const found = findClass(message, facts);
  classesAlone.set(message, found);
  return found;
}

function findClass(message: Message, facts: MessageFacts | undefined): Classified {
  switch (message.role) {
    case 'system':
      return { class: 'system', reason: 'system text' };
    case 'tool':
      return {
        class: 'toolHeavy',
        reason: `result of ${message.toolName === '' ? 'a lost call' : message.toolName}`,
      };
    case 'assistant':
      return assistantClass(message);
    case 'user':
      return userClass(personTextOf(message).trim(), facts);
  }
}

function assistantClass(message: Message): Classified {
  const calls = toolCallsOf(message);
  if (calls.length > 0)
    return { class: 'toolHeavy', reason: `calls ${calls.map((call) => call.name).join(', ')}` };
  return { class: 'reasoning', reason: 'what the assistant said' };
}

function userClass(text: string, facts: MessageFacts | undefined): Classified {
  if (text === '') return { class: 'client', reason: 'put there by a program, not typed' };
  if (isConfirmation(text)) return { class: 'chitchat', reason: 'a confirmation and nothing else' };
  const sentences = facts?.version === FACTS_VERSION ? facts.standing : standingSentences(text);
  const standing = sentences.find((sentence) => sentence.kind !== 'decision');
  return standing === undefined
    ? { class: 'request', reason: 'said by the person' }
    : { class: 'anchor', reason: `a standing ${standing.kind}: ${standing.text}` };
}
