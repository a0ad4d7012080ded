import { unpin } from '../../core/context/away.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { OpenSession } from './openSession.ts';

/**
 * Pins or unpins a message. Unpinning removes the pins of its whole tool group, since one pin holds for all of it.
 */
export async function pinMessage(
  { live }: { readonly live: Pick<OpenSession['live'], 'append' | 'session'> },
  id: MessageId,
  on: boolean,
): Promise<void> {
  if (on) await live.append({ kind: 'pin', target: id, on });
  else for (const draft of unpin(live.session, id)) await live.append(draft);
}
