import type { Entry, EntryId } from '../../core/log/entry.ts';
import type { Session } from '../../core/log/session.ts';
import { isBackTo } from '../../core/tools/changedFiles.ts';
import type { ChatRow, NoticeRow } from '../../shared/chatView.ts';
import { changeView } from './changeRows.ts';
import type { RowsInput } from './chatRows.ts';
import { compactionRow } from './compactionRow.ts';
import type { RowContext } from './rowContext.ts';

/** A function that returns the row of an event in the present state of the session. */
export type EventRowOf = (input: RowsInput, context: RowContext) => ChatRow | undefined;

/** The facts of earlier entries on which the rows of later events depend. */
export class EventsRead {
  /** The model that the last model entry names. */
  model: string | undefined;
  /** The messages on the live branch in the part of the log that was read. */
  readonly #branch: EntryId[] = [];

  addMessage(id: EntryId): void {
    this.#branch.push(id);
  }

  /** Removes a message and all later messages from the branch, and returns how many were removed. */
  cutFrom(before: EntryId): number {
    const at = this.#branch.lastIndexOf(before);
    return at < 0 ? 0 : this.#branch.splice(at).length;
  }
}

/** Reads the next entry. If the entry has a row, returns the function that makes the row. */
export function eventRow(entry: Entry, read: EventsRead, { compactions }: Session): EventRowOf | undefined {
  switch (entry.kind) {
    case 'message':
      if (entry.message.role !== 'system') read.addMessage(entry.id);
      return undefined;
    case 'compaction':
      // An entry that completes an earlier compaction has no row. The row of the earlier compaction shows it.
      return compactions.some((one) => one.entry.id === entry.id) ? compactionRowOf(entry.id) : undefined;
    case 'stage':
      return notice(entry, 'stage', `Stage done: ${entry.title}`);
    case 'rewind': {
      const { id, at, before } = entry;
      const leftCount = read.cutFrom(before);
      return (_, { changes }) => {
        const change = changeView((step) => isBackTo(step.change, before), changes);
        return { type: 'rewind', id, at, leftCount, ...(change && { change }) };
      };
    }
    case 'model': {
      const before = read.model;
      read.model = entry.model;
      const isAnother = before !== undefined && before !== entry.model;
      return isAnother ? notice(entry, 'model', `Now with ${entry.model}`) : undefined;
    }
    default:
      return undefined;
  }
}

function compactionRowOf(id: EntryId): EventRowOf {
  return (input) => {
    const compaction = input.session.compactions.find(({ entry }) => entry.id === id);
    return compaction && compactionRow(compaction, input);
  };
}

function notice({ id, at }: Entry, kind: NoticeRow['kind'], text: string): EventRowOf {
  return () => ({ type: 'notice', id, at, kind, text });
}
