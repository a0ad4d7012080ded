import { projectSession } from '../context/project.ts';
import type { Session } from '../log/session.ts';
import { withCompaction, type CompactionDraft } from './draft.ts';
import { alignPasses } from './passFigures.ts';
import type { PlanRequest } from './plan.ts';

/**
 * The draft with the figures of the session as it is now: messages may have come since it was planned. `onto` is what
 * the draft comes on top of, where that isn't the session as it is.
 */
export function remeasure(
  draft: CompactionDraft,
  { session, account, overheadTokens = 0 }: Pick<PlanRequest, 'session' | 'account' | 'overheadTokens'>,
  onto: Session = session,
): CompactionDraft {
  const before = projectSession(session);
  const after = projectSession(withCompaction(onto, draft));
  const tokensBefore = account.ofContext(before) + overheadTokens;
  const tokensAfter = account.ofContext(after) + overheadTokens;
  const passes = alignPasses({ passes: draft.event.passes, tokensBefore, tokensAfter });
  const figures = {
    messagesBefore: before.length,
    messagesAfter: after.length,
    tokensBefore,
    tokensAfter,
    passes,
  };
  return { ...draft, event: { ...draft.event, ...figures } };
}
