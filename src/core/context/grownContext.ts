import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { Context } from './context.ts';
import { itemsOf, type Treatments } from './project.ts';

/**
 * Returns the context of a session that grew by its newest message, made from the one before: only the newest group is
 * projected anew. Undefined where the message can change more than that: system text, an answer to an older call, the
 * first message.
 */
export function grownContext(before: Context, session: Session, treatments: Treatments): Context | undefined {
  const { messages } = session;
  const newest = messages.at(-1);
  const head = messages.findLastIndex(({ message }) => message.role !== 'tool');
  const first = messages[head];
  if (newest === undefined || first === undefined || first.message.role === 'system') return undefined;
  if (!before.some(({ message }) => message.role !== 'system')) return undefined;
  const group = messages.slice(head);
  const calls = new Set(toolCallsOf(first.message).map(({ callId }) => callId));
  const isOne = group.every(({ message }) => message.role !== 'tool' || calls.has(message.callId));
  if (!isOne) return undefined;
  const ids = new Set(group.map(({ id }) => id));
  const kept = before.findLastIndex(({ entries }) => entries.length !== 1 || !ids.has(entries[0] ?? ''));
  return [...before.slice(0, kept + 1), ...itemsOf(group, session, treatments)];
}
