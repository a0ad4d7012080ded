import { factsOf } from './facts.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { memoized } from '../memoized.ts';
import { asksSomething, isConfirmation } from './chitchat.ts';

/**
 * The class of a message, which decides how the message is treated. Messages of the classes `system` and `pinned` stay.
 * A `recent` message is among the newest messages. An `anchor` is the original request, a standing constraint or a
 * correction. A `decision` names a choice or a cause. A `toolHeavy` message is a call or a result. A `chitchat` message
 * is a confirmation that answers no question. The class `said` is everything else that the person, the model or
 * programs said. The order in which the classes leave the context is in `compaction/plan/leavingOrder.ts`.
 */
export type MessageClass =
  | 'system'
  | 'pinned'
  | 'anchor'
  | 'decision'
  | 'recent'
  | 'chitchat'
  | 'toolHeavy'
  | 'said';

export interface Classified {
  readonly class: MessageClass;
  /** The reason for the class in a few words, for the person. */
  readonly reason: string;
}

export interface ClassifyOptions {
  /** The ids of the newest messages, which count as recent. */
  readonly recentIds: ReadonlySet<MessageId>;
  readonly pinnedIds?: ReadonlySet<MessageId>;
}

/** Returns the class of every message and the reason for it, by id. */
export function classify(
  messages: readonly SessionMessage[],
  { recentIds, pinnedIds }: ClassifyOptions,
): ReadonlyMap<MessageId, Classified> {
  const classes = new Map<MessageId, Classified>();
  let lastAssistant: Message | undefined;
  let hasRequest = false;
  for (const { id, message } of messages) {
    const own = classOf(message, { lastAssistant, hasRequest });
    hasRequest ||= message.role === 'user' && own.class !== 'chitchat' && own.reason !== NOT_TYPED;
    if (message.role === 'assistant') lastAssistant = message;
    if (pinnedIds?.has(id) === true && own.class !== 'system') {
      classes.set(id, { class: 'pinned', reason: `pinned; ${own.reason}` });
      continue;
    }
    const isRecent = recentIds.has(id) && own.class !== 'system' && own.class !== 'anchor';
    classes.set(
      id,
      isRecent ? { class: 'recent', reason: `one of the newest messages; ${own.reason}` } : own,
    );
  }
  return classes;
}

interface Place {
  readonly lastAssistant: Message | undefined;
  readonly hasRequest: boolean;
}

/**
 * Returns the class of a message, depending on its place: the first request is an anchor, and an answer to a question
 * is not small talk.
 */
function classOf(message: Message, { lastAssistant, hasRequest }: Place): Classified {
  const own = classAlone(message);
  if (message.role !== 'user' || own.reason === NOT_TYPED) return own;
  if (own.class === 'chitchat') {
    const isAnswer = lastAssistant !== undefined && asksSomething(textOf(lastAssistant));
    return isAnswer ? { class: 'said', reason: 'answers a question' } : own;
  }
  return hasRequest ? own : { class: 'anchor', reason: 'the original request' };
}

/**
 * Returns the class of a message regardless of its place. The class is cached, so that sentences are not analysed again
 * for every redraw. A message stays the same object as long as its content is the same.
 */
const classAlone = memoized((message: Message): Classified => {
  switch (message.role) {
    case 'system':
      return { class: 'system', reason: 'system text' };
    case 'tool':
      return {
        class: 'toolHeavy',
        reason: `result of ${message.toolName === '' ? 'a call that is not in the session' : message.toolName}`,
      };
    case 'assistant':
      return assistantClass(message);
    case 'user':
      return userClass(message);
  }
});

function assistantClass(message: Message): Classified {
  const [decided] = factsOf(message).conclusions;
  if (decided !== undefined) return { class: 'decision', reason: `a ${decided.kind}: ${decided.text}` };
  const calls = toolCallsOf(message);
  if (calls.length > 0)
    return { class: 'toolHeavy', reason: `calls ${calls.map((call) => call.name).join(', ')}` };
  return { class: 'said', reason: 'what the assistant said' };
}

const NOT_TYPED = 'put there by a program, not typed';

function userClass(message: Message): Classified {
  const text = personTextOf(message).trim();
  if (text === '') return { class: 'said', reason: NOT_TYPED };
  if (isConfirmation(text)) return { class: 'chitchat', reason: 'a confirmation and nothing else' };
  const rule = factsOf(message).rules.find((sentence) => sentence.kind !== 'decision');
  return rule === undefined
    ? { class: 'said', reason: 'said by the person' }
    : { class: 'anchor', reason: `a standing ${rule.kind}: ${rule.text}` };
}
