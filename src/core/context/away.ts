import type { Draft, ExcludeEntry, MessageId } from '../log/entry.ts';
import type { PinEntry } from '../log/pinEntry.ts';
import type { Session } from '../log/session.ts';
import type { Fate } from './fate.ts';
import { groupMessages, idsOf, type Group } from './groups.ts';
import { isTreated, treatmentsOf, type Treatments } from './project.ts';

/**
 * Returns the fate of a message of a group: excluded, left out, in the notes or shortened; undefined if the message is
 * unchanged.
 */
export function fateIfChanged(
  id: MessageId,
  group: Group,
  { pinnedIds, excludedIds }: Pick<Session, 'pinnedIds' | 'excludedIds'>,
  treatments: Treatments,
): Fate | undefined {
  if (excludedIds.has(group.head.id) || excludedIds.has(id)) return 'excluded';
  if (idsOf(group).some((each) => pinnedIds.has(each))) return undefined;
  const folded = treatments.folded.get(group.head.id);
  if (folded !== undefined) return folded === 'evicted' ? 'leftOut' : 'notes';
  return isTreated(treatments, id) ? 'shortened' : undefined;
}

/**
 * Returns the log entries that restore a message and its tool group. For each excluded message, an entry ends the
 * exclusion. If a pin is needed (`needsPin`), an entry pins the message. No compaction overrides the pin. If the pin is
 * removed later, the message is shortened or removed again. Returns an empty list if the whole group is in the context.
 */
export function bringBack(
  session: Session,
  id: MessageId,
): readonly (Draft<PinEntry> | Draft<ExcludeEntry>)[] {
  const ids = groupIds(session, id);
  const excluded = ids.filter((each) => session.excludedIds.has(each));
  return [
    ...excluded.map((target) => ({ kind: 'exclude' as const, target, on: false })),
    ...(needsPin(ids, session, treatmentsOf(session))
      ? [{ kind: 'pin' as const, target: id, on: true }]
      : []),
  ];
}

/** Returns the ids of all messages that `bringBack` restores, including the other messages of their tool groups. */
export function awayIds(session: Session): ReadonlySet<MessageId> {
  const treatments = treatmentsOf(session);
  const groups = groupMessages(session.messages).map(idsOf);
  const isAway = (ids: readonly MessageId[]): boolean =>
    ids.some((id) => session.excludedIds.has(id)) || needsPin(ids, session, treatments);
  return new Set(groups.filter(isAway).flat());
}

/**
 * Returns whether a pin is needed to restore a group: a message of the group was changed or removed (`isTreated`), and
 * no message of the group is pinned.
 */
export function needsPin(
  ids: readonly MessageId[],
  { pinnedIds }: Pick<Session, 'pinnedIds'>,
  treatments: Treatments,
): boolean {
  return ids.some((id) => isTreated(treatments, id)) && !ids.some((id) => pinnedIds.has(id));
}

/** Returns the entries that unpin all pinned messages of a message's tool group. */
export function unpin(session: Session, id: MessageId): readonly Draft<PinEntry>[] {
  const pinned = groupIds(session, id).filter((each) => session.pinnedIds.has(each));
  return pinned.map((target) => ({ kind: 'pin', target, on: false }));
}

function groupIds({ messages }: Session, id: MessageId): readonly MessageId[] {
  const group = groupMessages(messages).find((each) => idsOf(each).includes(id));
  return group === undefined ? [] : idsOf(group);
}
