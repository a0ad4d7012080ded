import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import { ordered } from './sameMessage.ts';

/** Whether the newest answer in a session has this call, and its result is not there yet. */
export function waitsFor(
  { messages }: Pick<Session, 'messages'>,
  { tool, input }: { readonly tool: string; readonly input: unknown },
): boolean {
  const at = messages.findLastIndex(({ message }) => message.role === 'assistant');
  const newest = messages[at];
  if (newest === undefined) return false;
  const later = messages.slice(at + 1);
  if (later.some(({ message }) => message.role === 'user')) return false;
  const answered = new Set(later.map(({ message }) => (message.role === 'tool' ? message.callId : '')));
  const written = ordered(JSON.stringify(input));
  return toolCallsOf(newest.message).some(
    (call) => call.name === tool && !answered.has(call.callId) && ordered(call.arguments) === written,
  );
}
