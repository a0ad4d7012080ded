import { projectSession } from '../context/project.ts';
import { withCompaction, type CompactionDraft } from './draft.ts';
import type { PlanRequest } from './plan.ts';

/** The draft with the figures of the session as it is now: messages may have come since it was planned. */
export function remeasure(
  draft: CompactionDraft,
  { session, account, overheadTokens = 0 }: Pick<PlanRequest, 'session' | 'account' | 'overheadTokens'>,
): CompactionDraft {
  const before = projectSession(session);
  const after = projectSession(withCompaction(session, draft));
  return {
    ...draft,
    event: {
      ...draft.event,
      messagesBefore: before.length,
      messagesAfter: after.length,
      tokensBefore: account.ofContext(before) + overheadTokens,
      tokensAfter: account.ofContext(after) + overheadTokens,
    },
  };
}
