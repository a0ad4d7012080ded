import { setImmediate as nextTurn } from 'node:timers/promises';
import { briefOf } from '../../core/context/brief.ts';
import { groupMessages, idsOf } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { Message } from '../../core/log/message.ts';
import type { Session } from '../../core/log/session.ts';
import { withPauses } from '../../core/steps.ts';
import type { OpenSession } from './openSession.ts';

const TITLE_CHARACTERS = 150;

/** The thread up to a message, with the results of its calls; undefined where a rewind took the message away. */
export function messagesThrough(
  { messages }: Pick<Session, 'messages'>,
  id: MessageId,
): readonly Message[] | undefined {
  const group = groupMessages(messages).find((each) => idsOf(each).includes(id));
  if (group === undefined) return undefined;
  const ids = new Set(idsOf(group));
  const last = messages.findLastIndex((each) => ids.has(each.id));
  return messages.slice(0, last + 1).map(({ message }) => message);
}

/** The name of a session that goes on from another one. */
export function branchTitle(title: string | undefined, what: 'branch' | 'continued'): string {
  return `${(title ?? 'New session').slice(0, TITLE_CHARACTERS)} (${what})`;
}

/** What another session needs to go on from this one, told by code alone. Nothing of this one changes. */
export async function sessionBrief(
  { live, conversation }: Pick<OpenSession, 'live' | 'conversation'>,
  asMessage: boolean,
): Promise<string> {
  const found = await withPauses(conversation.compactor.preview(), nextTurn);
  return briefOf(live.session, found.run ? found.draft.blocks : [], asMessage);
}
