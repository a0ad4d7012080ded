import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import { withSortedKeys } from './sameMessage.ts';

/** The name of the recall tool, and the reference name by which Copilot's harness calls this tool. */
const RECALL_NAMES: ReadonlySet<string> = new Set(['longthread_recall', 'longthreadRecall']);

/** Returns whether a host's tool of this name is the recall tool. */
export function isRecallTool(name: string): boolean {
  return RECALL_NAMES.has(name);
}

/**
 * Returns whether the newest answer in a session calls the recall tool with this input, and the call has no result yet.
 * Returns false if a user message follows the answer.
 */
export function waitsForRecall({ messages }: Pick<Session, 'messages'>, input: unknown): boolean {
  const at = messages.findLastIndex(({ message }) => message.role === 'assistant');
  const newest = messages[at];
  if (newest === undefined) return false;
  const later = messages.slice(at + 1);
  if (later.some(({ message }) => message.role === 'user')) return false;
  const answered = new Set(later.map(({ message }) => (message.role === 'tool' ? message.callId : '')));
  const written = withSortedKeys(JSON.stringify(input));
  return toolCallsOf(newest.message).some(
    (call) =>
      isRecallTool(call.name) && !answered.has(call.callId) && withSortedKeys(call.arguments) === written,
  );
}
