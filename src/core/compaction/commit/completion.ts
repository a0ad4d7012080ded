import { projectSession } from '../../context/project.ts';
import type { CompactionEvent, EntryId, PassFigures } from '../../log/entry.ts';
import type { Session } from '../../log/session.ts';
import { memoized } from '../../memoized.ts';
import type { SummaryMemory } from '../../memory/savedMemories.ts';
import type { CompactorDependencies, CompactorView } from './compactorPorts.ts';
import type { Fence } from './fence.ts';
import { withCompaction, type CompactionDraft, type Prepared } from '../plan/draft.ts';

/** A second entry for a committed compaction, which adds the summary that a model wrote later. */
export interface Completion {
  readonly draft: CompactionDraft & { readonly completes: EntryId };
  readonly memories: readonly SummaryMemory[];
  /** The messages that the summary was made from. */
  readonly fence: Fence;
}

/** Returns the session as it would be with the completion. */
export function completedSession(session: Session, completion: Completion | undefined): Session {
  if (completion === undefined) return session;
  const { completes } = completion.draft;
  return withCompaction(withoutCompaction(session, completes), completion.draft, completes);
}

/**
 * Appends the completion. Returns false and appends nothing when compaction and summary together would save nothing.
 */
export async function commitCompletion(
  deps: CompactorDependencies,
  { draft, memories }: Completion,
): Promise<boolean> {
  const view = deps.view();
  const measured = remeasure(draft, { ...view, session: withoutCompaction(view.session, draft.completes) });
  if (measured.event.tokensAfter >= measured.event.tokensBefore) return false;
  await deps.append(measured);
  if (memories.length > 0) await deps.saveMemories(memories);
  return true;
}

/**
 * Returns the draft with figures for the current session, as messages may have been added since planning. `onto` is the
 * session that the draft is applied to, if it differs from the current one.
 */
export function remeasure(
  draft: CompactionDraft,
  { session, account, overheadTokens = 0 }: Pick<CompactorView, 'session' | 'account' | 'overheadTokens'>,
  onto: Session = session,
): CompactionDraft {
  const before = projectSession(session);
  const after = projectSession(withCompaction(onto, draft));
  const tokensBefore = account.ofContext(before) + overheadTokens;
  const tokensAfter = account.ofContext(after) + overheadTokens;
  const passes = alignPasses({ passes: draft.event.passes, tokensBefore, tokensAfter });
  const messages = { messagesBefore: before.length, messagesAfter: after.length };
  return { ...draft, event: { ...draft.event, ...messages, tokensBefore, tokensAfter, passes } };
}

/**
 * Shifts the figures of the passes so that they start and end where the event does. A plan counts only what it can
 * change; messages that were added or merged since add the same tokens before and after every pass.
 */
export function alignPasses({
  passes,
  tokensBefore,
  tokensAfter,
}: Pick<CompactionEvent, 'passes' | 'tokensBefore' | 'tokensAfter'>): readonly PassFigures[] {
  const more = tokensBefore - (passes[0]?.tokensBefore ?? tokensBefore);
  return passes.map((pass, index) => ({
    ...pass,
    tokensBefore: Math.max(0, pass.tokensBefore + more),
    tokensAfter: index === passes.length - 1 ? tokensAfter : Math.max(0, pass.tokensAfter + more),
  }));
}

function withoutCompaction(session: Session, id: EntryId): Session {
  return { ...session, compactions: session.compactions.filter(({ entry }) => entry.id !== id) };
}

/** Returns the messages that a compaction treats and those that its notes are made from. */
export const touchedIds = memoized(({ plan, draft, folded }: Prepared): readonly EntryId[] => {
  const touched = new Set<EntryId>(plan.working.folded.keys());
  for (const id of plan.working.replaced.keys()) touched.add(id);
  for (const { id } of folded) touched.add(id);
  for (const id of draft.madeFrom) touched.add(id);
  return [...touched];
});
