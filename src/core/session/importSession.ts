import type { Entry } from '../log/entry.ts';
import { EntryNumbers } from '../log/ids.ts';
import type { Message } from '../log/message.ts';

/** The log of a session that was held elsewhere: its messages in order, each with its time where that is known. */
export function importedEntries(
  messages: readonly { readonly at?: number; readonly message: Message }[],
  now: number,
): readonly Entry[] {
  const numbers = new EntryNumbers();
  return messages.map(({ at, message }) => numbers.finish({ kind: 'message', message }, at ?? now));
}
