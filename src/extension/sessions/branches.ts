import { briefOf } from '../../core/context/brief.ts';
import { groupMessages, idsOf } from '../../core/context/groups.ts';
import type { Draft, MessageId } from '../../core/log/entry.ts';
import type { Session } from '../../core/log/session.ts';
import { withPauses } from '../../core/steps.ts';
import type { OpenSession } from './openSession.ts';
import { ownTurn } from '../sleep.ts';

/** The parts of a session that a branch copies. */
type Branched = Pick<Session, 'messages' | 'pinnedIds' | 'excludedIds' | 'keptOut'>;

/**
 * Returns the drafts for a branch that ends with the given message. If the message has tool calls or is the result of
 * one, the branch ends with the last result of these calls. Returns undefined if a rewind removed the message.
 */
export function draftsThrough(session: Branched, id: MessageId): readonly Draft[] | undefined {
  const { messages } = session;
  const group = groupMessages(messages).find((each) => idsOf(each).includes(id));
  if (group === undefined) return undefined;
  const ids = new Set(idsOf(group));
  const last = messages.findLastIndex((each) => ids.has(each.id));
  return draftsOfBranch({ ...session, messages: messages.slice(0, last + 1) });
}

/**
 * Returns the drafts for a branch: the messages with new ids, the pins and exclusions of these messages, and the
 * excerpts of large results.
 */
export function draftsOfBranch({ messages, pinnedIds, excludedIds, keptOut }: Branched): readonly Draft[] {
  return messages.flatMap(({ id, message }, place): readonly Draft[] => {
    const target = `m${String(place + 1)}`;
    const excerpt = keptOut.get(id)?.text.replaceAll(`recall ${id}`, `recall ${target}`);
    return [
      { kind: 'message', message },
      ...(pinnedIds.has(id) ? [{ kind: 'pin', target, on: true } as const] : []),
      ...(excludedIds.has(id) ? [{ kind: 'exclude', target, on: true } as const] : []),
      ...(excerpt === undefined ? [] : [{ kind: 'keptOut', target, text: excerpt } as const]),
    ];
  });
}

/**
 * Returns the brief for another session that continues this one. Set `isQuoted` if the brief is sent as a message of
 * the person. In this case, everything except the person's rules is quoted, so that nobody else's words count as rules
 * of the person. Calls no model and does not change this session.
 */
export async function sessionBrief(
  { live, conversation }: Pick<OpenSession, 'live' | 'conversation'>,
  isQuoted: boolean,
): Promise<string> {
  const preview = await withPauses(conversation.compactor.preview(), ownTurn);
  return briefOf(live.session, preview.run ? preview.draft.blocks : [], isQuoted);
}
