import { projectInSteps } from '../../context/project.ts';
import type { CompactionEvent, EntryId, PassFigures } from '../../log/entry.ts';
import type { Session } from '../../log/session.ts';
import { memoized } from '../../memoized.ts';
import type { SummaryMemory } from '../../memory/savedMemories.ts';
import { atOnce, type Steps, withPauses } from '../../steps.ts';
import type { CompactorDependencies, CompactorView } from './compactorPorts.ts';
import { isUnchanged, type Fence } from './fence.ts';
import { withCompaction, type CompactionDraft, type Prepared } from '../plan/draft.ts';

/** A second entry for a committed compaction. The entry adds the summary that a model wrote later. */
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
 * Appends the completion and returns `completed`. If the sources of the summary have changed, or if compaction and
 * summary together would save nothing, appends nothing and returns the reason.
 */
export async function commitCompletion(
  deps: CompactorDependencies,
  { draft, memories, fence }: Completion,
): Promise<'completed' | 'superseded' | 'not_worth_it'> {
  const measured = await remeasured(draft, deps, (session) => {
    const before = withoutCompaction(session, draft.completes);
    return { before, onto: before };
  });
  if (!isUnchanged(fence, deps.view().session)) return 'superseded';
  if (measured.event.tokensAfter >= measured.event.tokensBefore) return 'not_worth_it';
  await deps.append(measured);
  if (memories.length > 0) await deps.saveMemories(memories);
  return 'completed';
}

/** The session without a draft, and the session that the draft is applied to. */
interface Compared {
  readonly before: Session;
  readonly onto: Session;
}

/**
 * Returns the draft with figures for the current session, since messages may have been added after the planning. Counts
 * with pauses. If the session changes during a pause, counts again without pauses.
 */
export async function remeasured(
  draft: CompactionDraft,
  { view, pause }: Pick<CompactorDependencies, 'view' | 'pause'>,
  compared: (session: Session) => Compared,
): Promise<CompactionDraft> {
  const then = view();
  const measured = await withPauses(remeasureInSteps(draft, then, compared(then.session)), pause);
  const now = view();
  return now.session === then.session
    ? measured
    : atOnce(remeasureInSteps(draft, now, compared(now.session)));
}

function* remeasureInSteps(
  draft: CompactionDraft,
  { account, overheadTokens = 0 }: Pick<CompactorView, 'account' | 'overheadTokens'>,
  compared: Compared,
): Steps<CompactionDraft> {
  const before = yield* projectInSteps(compared.before);
  yield;
  const after = yield* projectInSteps(withCompaction(compared.onto, draft));
  yield;
  const tokensBefore = account.ofContext(before) + overheadTokens;
  const tokensAfter = account.ofContext(after) + overheadTokens;
  const passes = alignPasses({ passes: draft.event.passes, tokensBefore, tokensAfter });
  const messages = { messagesBefore: before.length, messagesAfter: after.length };
  return { ...draft, event: { ...draft.event, ...messages, tokensBefore, tokensAfter, passes } };
}

/**
 * Shifts the token counts of all passes by the same number, so that the first pass begins with `tokensBefore`. The last
 * pass ends with `tokensAfter`. One number is enough, because the passes do not change the messages that were added
 * after the planning.
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

/** Returns the ids of the messages that a compaction folds or shortens, and of the messages its notes are made from. */
export const touchedIds = memoized(({ plan, draft, folded }: Prepared): readonly EntryId[] => {
  const touched = new Set<EntryId>(plan.working.folded.keys());
  for (const id of plan.working.replaced.keys()) touched.add(id);
  for (const { id } of folded) touched.add(id);
  for (const id of draft.madeFrom) touched.add(id);
  return [...touched];
});
