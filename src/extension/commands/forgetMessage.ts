import type { MessageId } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import { changeAnsweredBy } from '../hands/rowSteps.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import type { OpenSession } from '../sessions/openSession.ts';

/** The stores outside the session's log that may contain parts of a message's text. */
interface Copies {
  readonly memories: Pick<SetupParts['memories'], 'forgetFrom'>;
  readonly recalls: Pick<SetupParts['recalls'], 'forget'>;
  readonly files: Pick<SetupParts['files'], 'forget'>;
}

/**
 * Removes a message's text from the log, and then related data from the other stores:
 * - the stored contents of files that were changed by a call in the message, by the call that the message answers, or
 *   in the turn that the message began
 * - the recall counts of paths in its text
 * - the memories that were made from its text
 *
 * If the log can't be written, removes nothing. Rejects with StoreError if the memories can't be changed.
 */
export async function forgetMessage(
  { live }: Pick<OpenSession, 'live'>,
  id: MessageId,
  { memories, recalls, files }: Copies,
): Promise<void> {
  const message = live.message(id)?.message;
  const change = changeAnsweredBy(id, live);
  await live.forget(id);
  await files.forget(live.id, (step) => step.turn === id || step.message === id || step.change === change);
  if (message !== undefined) await recalls.forget(textOf(message));
  await memories.forgetFrom(id, live);
}
