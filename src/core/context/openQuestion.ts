import type { MessageId } from '../log/entry.ts';
import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import { questionOf, type AskedQuestion } from '../tools/askUser.ts';

/** A question by the model that waits for the person. */
export interface OpenQuestion extends AskedQuestion {
  /** The id of the message that contains the tool call. */
  readonly id: MessageId;
  readonly callId: string;
}

/**
 * Returns the open question: a call of `ask_user` without a result and without a later user or assistant message. The
 * question is read from the log only, so it survives compactions and reloads.
 */
export function openQuestion({ messages }: Pick<Session, 'messages'>): OpenQuestion | undefined {
  const head = messages.findLast(({ message }) => message.role === 'user' || message.role === 'assistant');
  const calls = head === undefined ? [] : toolCallsOf(head.message);
  if (head === undefined || !calls.some(questionOf)) return undefined;
  const later = messages.slice(messages.lastIndexOf(head) + 1);
  const answered = new Set(later.flatMap(({ message }) => (message.role === 'tool' ? [message.callId] : [])));
  for (const call of calls) {
    const question = answered.has(call.callId) ? undefined : questionOf(call);
    if (question !== undefined) return { ...question, id: head.id, callId: call.callId };
  }
  return undefined;
}
