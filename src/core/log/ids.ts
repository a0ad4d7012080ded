import type { Draft, Entry, EntryId } from './entry.ts';
import { FORMAT_VERSION } from './formatVersion.ts';
import type { Message } from './message.ts';

/**
 * Assigns ids to entries: `m1, m2, …` to messages, `e1, e2, …` to all other entries. Starts after the highest id in the
 * log, so that no id is reused, not even after a rewind.
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

  /** Completes a draft with version, id and time. */
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

/** Returns the log of an imported session: its messages in order. Messages without a known time get the time `now`. */
export function importedEntries(
  messages: readonly { readonly at?: number; readonly message: Message }[],
  now: number,
): readonly Entry[] {
  const numbers = new EntryNumbers();
  return messages.map(({ at, message }) => numbers.finish({ kind: 'message', message }, at ?? now));
}
