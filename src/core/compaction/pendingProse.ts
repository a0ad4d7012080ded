import type { MessageId } from '../log/entry.ts';
import { liveCompactions, type Session } from '../log/session.ts';

/** Folded messages that no summary tells of, though their strategy wants one: the next summary does. */
export function pendingProse(session: Session): ReadonlySet<MessageId> {
  const pending = new Set<MessageId>();
  for (const { blocks, folded, prosePending } of liveCompactions(session)) {
    if (blocks.some(({ kind, text }) => kind === 'summary' && text !== '')) pending.clear();
    else if (prosePending) folded.flatMap(({ ids }) => ids).forEach((id) => pending.add(id));
  }
  return pending;
}
