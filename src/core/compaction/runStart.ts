import type { RunEntry } from '../log/entry.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import type { Prepared } from './draft.ts';

/** What a run sees when it starts, for whoever reads the log: where it begins, what it treats and what it leaves alone. */
export function seenAtStart({
  plan,
  draft,
}: Prepared): Pick<RunEntry, 'cursor' | 'batchMessages' | 'firstRecent' | 'pendingNotes'> {
  const { working, request } = plan;
  const firstRecent = working.units.find(({ isRecent }) => isRecent)?.group.head.id;
  return {
    cursor: draft.event.cursorBefore,
    batchMessages: working.treatedCount,
    ...(firstRecent === undefined ? {} : { firstRecent }),
    pendingNotes: pendingNotes(request.session),
  };
}

/** Notes that no live compaction tells of. */
function pendingNotes(session: Session): number {
  const told = new Set(liveCompactions(session).flatMap(({ foldedNotes }) => foldedNotes));
  return session.notes.filter(({ id }) => !told.has(id)).length;
}
