import { unpin } from '../../core/context/away.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { OpenSession } from './openSession.ts';

/** Keeps a message word for word. Or no longer: then none of its tool group has a pin, since one holds for the whole group. */
export async function pinMessage(
  { live }: { readonly live: Pick<OpenSession['live'], 'append' | 'session'> },
  id: MessageId,
  on: boolean,
): Promise<void> {
  if (on) await live.append({ kind: 'pin', target: id, on });
  else for (const draft of unpin(live.session, id)) await live.append(draft);
}
