import type { Draft, Entry, EntryId } from './entry.ts';
import { FORMAT_VERSION } from './formatVersion.ts';
import type { Message } from './message.ts';

/**
 * Gives entries their ids: `m1, m2, …` for messages, `e1, e2, …` for the rest. Counting starts behind the highest
 * id of the log, so an id is never used twice, whatever was rewound or forgotten.
 */
export class EntryNumbers {
  #lastMessage = 0;
  #lastOther = 0;

  constructor(ids: Iterable<EntryId> = []) {
    for (const id of ids) this.#see(id);
  }

  next(kind: Entry['kind']): EntryId {
    return kind === 'message' ? `m${String(++this.#lastMessage)}` : `e${String(++this.#lastOther)}`;
  }

  /** Returns the draft with version, id and time. */
  finish(draft: Draft, now: number): Entry {
    return { v: FORMAT_VERSION, id: this.next(draft.kind), ...draft, at: draft.at ?? now };
  }

  #see(id: EntryId): void {
    const number = Number(id.slice(1));
    if (!Number.isSafeInteger(number)) return;
    if (id.startsWith('m')) this.#lastMessage = Math.max(this.#lastMessage, number);
    else this.#lastOther = Math.max(this.#lastOther, number);
  }
}

/**
 * Returns the log of a session that was held elsewhere: its messages in order, each with its time where that is known.
 */
export function importedEntries(
  messages: readonly { readonly at?: number; readonly message: Message }[],
  now: number,
): readonly Entry[] {
  const numbers = new EntryNumbers();
  return messages.map(({ at, message }) => numbers.finish({ kind: 'message', message }, at ?? now));
}
