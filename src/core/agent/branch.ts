import { INTERRUPTED } from '../tools/noEffect.ts';
import type { MessageId } from '../log/entry.ts';
import type { Message, Part } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { AgentSession } from './agentOutcome.ts';
import { compareMessages } from './sameMessage.ts';

/** A live message with its secrets unmasked, for comparison only; it is never shown. */
export interface LoggedMessage {
  readonly id: MessageId;
  readonly message: Message;
}

const branches = new WeakMap<Session, readonly LoggedMessage[]>();

/**
 * Returns the live messages that a host's history can contain. Omits system text, `[interrupted]`, and messages with
 * only reasoning.
 */
export function branchOf({ entries, session }: AgentSession): readonly LoggedMessage[] {
  const known = branches.get(session);
  if (known !== undefined) return known;
  const unmasked = new Map<MessageId, Message>();
  for (const entry of entries)
    if (entry.kind === 'message' && entry.secrets !== undefined) unmasked.set(entry.id, entry.message);
  const branch = session.messages
    .filter(({ message }) => mayHostHave(message))
    .map(({ id, message }) => ({ id, message: unmasked.get(id) ?? message }));
  branches.set(session, branch);
  return branch;
}

function mayHostHave({ role, parts }: Message): boolean {
  if (role === 'system') return false;
  const [only] = parts;
  if (role === 'tool') return !(parts.length === 1 && only?.type === 'text' && only.text === INTERRUPTED);
  return (parts as readonly Part[]).some(
    (part) => part.type !== 'reasoning' && !(part.type === 'text' && part.text === ''),
  );
}

/**
 * Returns the number of a history's first messages that the session also has. The log lacks the text of a question or
 * answer that the person had forgotten (“Forget This Text”). Such a question matches any question at the same position,
 * and such an answer without calls matches any answer without calls, so that the text is not logged again. But if the
 * history ends with a question, this question matches no forgotten one, since the person may have edited the forgotten
 * question.
 */
export function commonPrefix(
  messages: readonly Message[],
  branch: readonly LoggedMessage[],
  secrets: AgentSession['secrets'],
): number {
  const at = messages.findIndex((host, index) => {
    const logged = branch[index];
    const found = logged === undefined ? 'other' : compareMessages(host, logged.message, secrets);
    const isNewestQuestion = host.role === 'user' && index === messages.length - 1;
    return found === 'other' || (found === 'maybe' && isNewestQuestion);
  });
  return at < 0 ? messages.length : at;
}
