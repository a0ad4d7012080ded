import type { EntryId } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { SummaryMemory } from '../memory/savedMemories.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import { withCompaction, type CompactionDraft } from './draft.ts';
import { fenceOf } from './fence.ts';
import { remeasure } from './remeasure.ts';

/** A committed compaction once more, with the summary that a model has written for it since. */
export interface Completion {
  readonly draft: CompactionDraft & { readonly completes: EntryId };
  readonly memories: readonly SummaryMemory[];
  /** What the summary was made from, and how that stood then. */
  readonly touched: readonly EntryId[];
  readonly fence: string;
}

/** Whether what a summary was made for and from still stands as it did. */
export function isCurrent({ touched, fence }: Completion, session: Session): boolean {
  return fenceOf(session, touched) === fence;
}

/** The session as it would be with the summary in its place. */
export function completedSession(session: Session, completion: Completion | undefined): Session {
  if (completion === undefined) return session;
  const { completes } = completion.draft;
  return withCompaction(withoutCompaction(session, completes), completion.draft, completes);
}

/** Appends the second entry. False, with nothing appended, when together the two would save nothing. */
export async function commitCompletion(
  deps: CompactorDependencies,
  { draft, memories }: Completion,
): Promise<boolean> {
  const current = deps.view().request;
  const before = withoutCompaction(current.session, draft.completes);
  const measured = remeasure(draft, { ...current, session: before });
  if (measured.event.tokensAfter >= measured.event.tokensBefore) return false;
  await deps.append(measured);
  if (memories.length > 0) await deps.saveMemories(memories);
  return true;
}

function withoutCompaction(session: Session, id: EntryId): Session {
  return { ...session, compactions: session.compactions.filter(({ entry }) => entry.id !== id) };
}
