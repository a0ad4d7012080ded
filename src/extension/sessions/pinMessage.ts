import { unpin } from '../../core/context/away.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { OpenSession } from './openSession.ts';

/**
 * Pins or unpins a message. Unpinning removes all pins in the message's tool group, since a pin applies to the whole
 * group.
 */
export async function pinMessage(
  { live }: { readonly live: Pick<OpenSession['live'], 'append' | 'session'> },
  id: MessageId,
  on: boolean,
): Promise<void> {
  if (on) await live.append({ kind: 'pin', target: id, on });
  else for (const draft of unpin(live.session, id)) await live.append(draft);
}
