import type { MessageId } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import { changeAnsweredBy } from '../hands/rowSteps.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import type { OpenSession } from '../sessions/openSession.ts';

interface Kept {
  readonly memories: Pick<SetupParts['memories'], 'forgetFrom'>;
  readonly recalls: Pick<SetupParts['recalls'], 'forget'>;
  readonly files: Pick<SetupParts['files'], 'forget'>;
}

/**
 * Removes a message's text from the log, then from everything derived from it. If the log can't be written, nothing
 * is removed.
 */
export async function forgetMessage(
  { live }: Pick<OpenSession, 'live'>,
  id: MessageId,
  { memories, recalls, files }: Kept,
): Promise<void> {
  const message = live.message(id)?.message;
  const change = changeAnsweredBy(id, live);
  await live.forget(id);
  await files.forget(live.id, (step) => step.turn === id || step.message === id || step.change === change);
  await memories.forgetFrom(id, live);
  if (message !== undefined) await recalls.forget(textOf(message));
}
