import { treatmentsOf } from '../../context/project.ts';
import type { EntryId, MessageId } from '../../log/entry.ts';
import { textOf, type Message } from '../../log/message.ts';
import { liveCompactions, type Session } from '../../log/session.ts';
import type { Prepared } from '../plan/draft.ts';

/**
 * What a background result was made for: the range it folds, how that range is treated, its pins and exclusions, that
 * it is on the live branch, and the compactions it was built on; and its texts' lengths, since one that was forgotten must
 * not come back. Appends, notes and pins elsewhere don't change it.
 */
export function fenceOf(session: Session, ids: readonly MessageId[]): string {
  const live = new Map(session.messages.map(({ id, message }) => [id, message]));
  const compactions = liveCompactions(session);
  const { replaced, folded } = treatmentsOf(session);
  const rows = ids.map((id) => [
    id,
    lengthOf(live.get(id)),
    folded.get(id) ?? replaced.get(id)?.as ?? 'verbatim',
    session.pinnedIds.has(id),
    session.excludedIds.has(id),
  ]);
  return JSON.stringify([compactions.map(({ id }) => id), rows]);
}

function lengthOf(message: Message | undefined): number {
  return message === undefined ? -1 : textOf(message).length;
}

/** What a compaction treats, and what it tells of. */
export function touchedIds({ plan, draft, folded }: Prepared): readonly EntryId[] {
  const treated = [...plan.working.folded.keys(), ...plan.working.replaced.keys()];
  return [...new Set([...treated, ...folded.map(({ id }) => id), ...draft.madeFrom])];
}
