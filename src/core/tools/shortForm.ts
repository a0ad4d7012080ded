import type { ReplacedMessage } from '../log/entry.ts';
import { toolCallsOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { shortArgumentsOf } from './shortArguments.ts';
import { stubOf } from './shortenedOutput.ts';

/**
 * Returns and caches the short form that a compaction gives the newest message of a session: a stub for a tool result,
 * or short arguments for an assistant message. Looks for the call of a result only in the newest message that is not a
 * result. Returns undefined if the call is not found, or if the message has no short form.
 */
export function newestShortForm(messages: readonly SessionMessage[]): ReplacedMessage | undefined {
  const said = messages.at(-1);
  if (said?.message.role === 'assistant') return shortArgumentsOf(said);
  if (said?.message.role !== 'tool') return undefined;
  const { id, message } = said;
  const head = messages.findLast((other) => other.message.role !== 'tool');
  const call = head && toolCallsOf(head.message).find(({ callId }) => callId === message.callId);
  return call && stubOf({ id, message }, call);
}
