import { INTERRUPTED } from '../context/project.ts';
import type { MessageId } from '../log/entry.ts';
import type { Message, Part } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { AgentSession } from './agentOutcome.ts';
import { compareMessages } from './sameMessage.ts';

/** A live message as it was logged, its secrets as they are: it is compared, never shown. */
export interface LoggedMessage {
  readonly id: MessageId;
  readonly message: Message;
}

const branches = new WeakMap<Session, readonly LoggedMessage[]>();

/** The live messages that a host's history can hold: without system text, `[interrupted]`, and what is reasoning alone. */
export function branchOf({ entries, session }: AgentSession): readonly LoggedMessage[] {
  const known = branches.get(session);
  if (known !== undefined) return known;
  const unmasked = new Map<MessageId, Message>();
  for (const entry of entries)
    if (entry.kind === 'message' && entry.secrets !== undefined) unmasked.set(entry.id, entry.message);
  const branch = session.messages
    .filter(({ message }) => isHosts(message))
    .map(({ id, message }) => ({ id, message: unmasked.get(id) ?? message }));
  branches.set(session, branch);
  return branch;
}

function isHosts({ role, parts }: Message): boolean {
  if (role === 'system') return false;
  const [only] = parts;
  if (role === 'tool') return !(parts.length === 1 && only?.type === 'text' && only.text === INTERRUPTED);
  return (parts as readonly Part[]).some(
    (part) => part.type !== 'reasoning' && !(part.type === 'text' && part.text === ''),
  );
}

/** How many messages at the beginning of a history the session has. */
export function commonPrefix(
  messages: readonly Message[],
  branch: readonly LoggedMessage[],
  secrets: AgentSession['secrets'],
): number {
  let sure = 0;
  for (let at = 0; at < Math.min(messages.length, branch.length); at += 1) {
    const [host, logged] = [messages[at], branch[at]];
    const found = host && logged ? compareMessages(host, logged.message, secrets) : 'other';
    if (found === 'other') break;
    if (found === 'same') sure = at + 1;
  }
  return sure;
}
