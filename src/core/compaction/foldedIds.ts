import { treatmentsOf } from '../context/project.ts';
import type { MessageId } from '../log/entry.ts';
import { liveCompactions, type Session } from '../log/session.ts';

/** The messages that no longer stand in the context by themselves. */
export function foldedIds(session: Session): ReadonlySet<MessageId> {
  const folded = [...treatmentsOf(liveCompactions(session))].filter(
    ([, treatment]) => !('text' in treatment),
  );
  return new Set(folded.map(([id]) => id));
}
