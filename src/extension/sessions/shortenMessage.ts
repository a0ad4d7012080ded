import { shortenAlone } from '../../core/compaction/plan/wishes.ts';
import { withPauses } from '../../core/steps.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';
import { ownTurn } from '../sleep.ts';

/**
 * Compacts one message together with its tool group, and nothing else. If another agent runs the session, passes the
 * request on to this agent. Throws ViewError with the reason if the message can't be compacted.
 */
export async function shortenMessage(
  { conversation, wishes: agentWishes }: Pick<OpenSession, 'conversation' | 'wishes'>,
  id: MessageId,
): Promise<void> {
  const wishes = shortenAlone(id);
  const preview = await withPauses(conversation.compactor.preview({ wishes }), ownTurn);
  const planned = preview.run ? preview : preview.considered;
  const [refused] = planned?.plan.refused ?? [];
  if (refused !== undefined) throw new ViewError(refused.sentence);
  if (agentWishes !== undefined) return agentWishes.compact({ wishes });
  const outcome = await conversation.compactor.compactNow({ wishes });
  if (!outcome.done) throw new ViewError(outcome.sentence);
}
