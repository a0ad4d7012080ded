import { briefOf } from '../../core/context/brief.ts';
import { groupMessages, idsOf } from '../../core/context/groups.ts';
import type { Draft, MessageId } from '../../core/log/entry.ts';
import type { Session } from '../../core/log/session.ts';
import { withPauses } from '../../core/steps.ts';
import type { OpenSession } from './openSession.ts';
import { ownTurn } from '../sleep.ts';

/** The parts of a session that a branch copies. */
type Branched = Pick<
  Session,
  'messages' | 'pinnedIds' | 'excludedIds' | 'keptOut' | 'ruleWords' | 'notesEdits'
>;

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
 * Returns the drafts for a branch: the messages with new ids, the pins and exclusions of these messages, the excerpts
 * of large results, and the person's decisions on rules and edits of the notes. As after a rewind, all of these
 * decisions and edits stay, whichever message they come from.
 */
export function draftsOfBranch(session: Branched): readonly Draft[] {
  const { messages, pinnedIds, excludedIds, keptOut, ruleWords, notesEdits } = session;
  const targets = new Map(messages.map(({ id }, place) => [id, `m${String(place + 1)}`]));
  const said = messages.flatMap(({ id, message }): readonly Draft[] => {
    const target = targets.get(id) ?? '';
    const excerpt = keptOut.get(id)?.text.replaceAll(`recall ${id}`, `recall ${target}`);
    return [
      { kind: 'message', message },
      ...(pinnedIds.has(id) ? [{ kind: 'pin', target, on: true } as const] : []),
      ...(excludedIds.has(id) ? [{ kind: 'exclude', target, on: true } as const] : []),
      ...(excerpt === undefined ? [] : [{ kind: 'keptOut', target, text: excerpt } as const]),
    ];
  });
  // An edit of the notes can also decide on a rule, so the newest decisions on the rules follow the edits and override
  // what the edits decide.
  const decided = [...notesEdits.byKey.values(), ...ruleWords.values()].map(
    ({ v: _v, id: _id, at: _at, source = '', ...decision }): Draft => {
      const target = targets.get(source);
      return { ...decision, ...(target !== undefined && { source: target }) };
    },
  );
  return [...said, ...decided];
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
