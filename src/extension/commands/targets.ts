import * as v from 'valibot';
import type { MessageId } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import type { Parts } from '../parts.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { assertWritable, refusesChanges } from '../sessions/readOnlyReason.ts';
import { choose } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';

/** Returns the acting session. Throws if there is none. */
export function currentSession({ acting }: Pick<Parts, 'acting'>): OpenSession {
  if (acting.current === undefined) throw new Error('No session is open. Start one, or open a transcript.');
  return acting.current;
}

/**
 * Returns the acting session if it can be written. Throws otherwise, so that a command fails before it asks a question.
 */
export function writableSession({
  acting,
  agentSessions,
}: Pick<Parts, 'acting' | 'agentSessions'>): OpenSession {
  const session = currentSession({ acting });
  assertWritable(session.live.log, agentSessions);
  return session;
}

/**
 * Returns the acting session if its pins, rules and compactions can be changed here, even if another agent carries
 * out the change. Throws otherwise.
 */
export function changeableSession(parts: Pick<Parts, 'acting' | 'agentSessions'>): OpenSession {
  const session = currentSession(parts);
  return refusesChanges(session.live.log) ? writableSession(parts) : session;
}

/** The maximum number of messages in the list to pick from. */
const MOST_LISTED = 300;

/** The argument that names a message: its id or, from a view's menu, an object with its id. */
const messageArgument = v.union([
  v.pipe(v.string(), v.regex(/^m\d+$/)),
  v.pipe(
    v.object({ messageId: v.pipe(v.string(), v.regex(/^m\d+$/)) }),
    v.transform(({ messageId }) => messageId),
  ),
]);

/**
 * Returns the id of the message that the argument names. If it names none, the person picks one of the newest messages
 * or, with `among`, one of the messages in `among`. Throws if there is no message to pick.
 */
export async function targetMessage(
  argument: unknown,
  {
    session,
    question,
    among,
  }: { session: OpenSession; question: string; among?: { ids: ReadonlySet<MessageId>; ifNone: string } },
): Promise<MessageId> {
  const parsed = v.safeParse(messageArgument, argument);
  if (parsed.success) return parsed.output;
  const messages = session.live.session.messages.filter(({ message }) => message.role !== 'system');
  const offered = among === undefined ? messages : messages.filter(({ id }) => among.ids.has(id));
  if (offered.length === 0) throw new Error(among?.ifNone ?? 'Nothing was said in this session yet.');
  const { id } = await choose(offered.slice(-MOST_LISTED).reverse().map(messageItem), question);
  return id;
}

function messageItem({ id, message }: SessionMessage): { id: MessageId; label: string; description: string } {
  const text = textOf(message).replace(/\s+/g, ' ').slice(0, 120);
  const speaker = message.role === 'user' ? 'you' : message.role;
  return { id, label: text === '' ? '(empty)' : asLabel(text), description: `${id} · ${speaker}` };
}
