import { includedMessages } from '../../core/context/included.ts';
import { digestOf, withGiven, type GivenStage } from '../../core/record/stageDigest.ts';
import type { StageEntry } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { Session, SessionMessage } from '../../core/log/session.ts';

export interface FinishedStage extends GivenStage {
  readonly by: StageEntry['by'];
}

/**
 * Ends the current stage after the newest message. Returns undefined if there are no messages since the last stage.
 * Throws StoreError.
 */
export async function finishStage(
  live: LiveSession,
  { by, ...given }: FinishedStage,
): Promise<StageEntry | undefined> {
  const messages = currentStage(live.session);
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const { excludedIds, ruleWords } = live.session;
  const included = includedMessages({ messages, excludedIds });
  return (await live.append({
    kind: 'stage',
    by,
    ...withGiven(digestOf(included, ruleWords), given),
    first: first.id,
    last: last.id,
    messageCount: messages.length,
  })) as StageEntry;
}

/**
 * Returns the messages after the newest finished stage. Ignores stages from which a rewind removed messages. Leaves out
 * system text.
 */
function currentStage({ messages, stages }: Session): readonly SessionMessage[] {
  const end = stages.findLast(({ isSuperseded }) => !isSuperseded)?.entry.last;
  const start = messages.findIndex(({ id }) => id === end) + 1;
  return messages.slice(start).filter(({ message }) => message.role !== 'system');
}
