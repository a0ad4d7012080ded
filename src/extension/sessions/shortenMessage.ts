import { shortenAlone } from '../../core/compaction/plan/wishes.ts';
import { withPauses } from '../../core/steps.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';
import { ownTurn } from '../sleep.ts';

/** Compacts only one message, with its group. Throws ViewError with the reason if it can't be done. */
export async function shortenMessage(
  { conversation, wishes: asked }: Pick<OpenSession, 'conversation' | 'wishes'>,
  id: MessageId,
): Promise<void> {
  const wishes = shortenAlone(id);
  const found = await withPauses(conversation.compactor.preview({ wishes }), ownTurn);
  const planned = found.run ? found : found.considered;
  const [refused] = planned?.plan.refused ?? [];
  if (refused !== undefined) throw new ViewError(refused.sentence);
  if (asked !== undefined) return asked.compact({ wishes });
  const outcome = await conversation.compactor.compactNow({ wishes });
  if (!outcome.done) throw new ViewError(outcome.sentence);
}
