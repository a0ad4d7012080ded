import { groupMessages } from '../../core/context/groups.ts';
import type { ShownTokens } from '../../core/context/gauge.ts';
import { treatmentsOf } from '../../core/context/project.ts';
import type { Entry, EntryId, MessageEntry, SecretSpan } from '../../core/log/entry.ts';
import type { ModelProfile } from '../../core/ports.ts';
import type { Compaction, Session } from '../../core/log/session.ts';
import { QUOTED_MARK } from '../../core/log/secretMark.ts';
import type { ChatRow, NoticeRow } from '../../shared/chatView.ts';
import { isBackTo } from '../../core/tools/changedFiles.ts';
import { changeView, rowChangesOf, withChanges, type RowChanges } from './changeRows.ts';
import { compactionRow } from './compactionRow.ts';
import { groupRows } from './messageRows.ts';
import type { HiddenSecret, RowContext } from './rowContext.ts';

export interface RowsInput {
  readonly entries: readonly Entry[];
  readonly session: Session;
  /** Tokens by message, where they are known. */
  readonly tokens: ReadonlyMap<EntryId, number>;
  readonly shown?: ShownTokens;
  readonly isReadOnly: boolean;
  readonly isLed?: boolean;
  /** Calls without a result are being run. */
  readonly isBusy: boolean;
  /** The file changes of calls, where they are kept. */
  readonly changes?: RowChanges | undefined;
  /** The price of the answering model, where it is known. */
  readonly price?: ModelProfile['price'] | undefined;
}

/**
 * Returns a session's rows, oldest first: the messages that no rewind removed, and events in their places. A pure
 * function of the log. Row ids are the ids of messages and entries; a call without a result is `m5:0` (its message and
 * its index), the files of a turn are `m4:changes`.
 */
export function chatRows(input: RowsInput): readonly ChatRow[] {
  const { entries, session } = input;
  const conversation = session.messages.filter(({ message }) => message.role !== 'system');
  const groups = new Map(groupMessages(conversation).map((group) => [group.head.id, group]));
  const changes = input.changes ?? NO_CHANGES;
  const events = new EventRows(input, changes);
  const context: RowContext = {
    ...input,
    changes,
    treatments: treatmentsOf(session),
    secrets: hiddenSecrets(entries),
  };
  const rows = entries.flatMap((entry) => {
    if (entry.kind !== 'message') return events.of(entry);
    events.said(entry);
    const group = groups.get(entry.id);
    return group === undefined ? [] : groupRows(group, context);
  });
  return withChanges(rows, changes, input.isBusy);
}

const NO_CHANGES = rowChangesOf([], { nameOf: (file) => file, isClosed: true });

/** Returns the message that a row is about. */
export function messageIdOf(rowId: string): string {
  return rowId.split(':', 1)[0] ?? rowId;
}

/** Secrets that are still masked, with their place among all of their message. */
function hiddenSecrets(entries: readonly Entry[]): ReadonlyMap<EntryId, readonly HiddenSecret[]> {
  const revealed = new Set<string>();
  const noSecrets = new Set<number | undefined>();
  for (const entry of entries) {
    if (entry.kind !== 'reveal') continue;
    revealed.add(keyOf(entry.target, entry.span));
    if (entry.everywhere === true) noSecrets.add(entry.span.number ?? -1);
  }
  const hidden = new Map<EntryId, readonly HiddenSecret[]>();
  for (const entry of entries) {
    if (entry.kind !== 'message' || entry.secrets === undefined) continue;
    const spans = entry.secrets.map((span, index) => ({ index, span }));
    hidden.set(
      entry.id,
      spans.filter(
        ({ span }) => isSecret(span) && !noSecrets.has(span.number) && !revealed.has(keyOf(entry.id, span)),
      ),
    );
  }
  return hidden;
}

/** Returns false for forgotten text and for words that only look like a mark. */
function isSecret({ start, end, kind }: SecretSpan): boolean {
  return start < end && kind !== QUOTED_MARK;
}

function keyOf(id: EntryId, { part, start, end }: SecretSpan): string {
  return `${id}:${part}:${start}:${end}`;
}

/** Makes the rows for events other than messages. */
class EventRows {
  readonly #compactions: ReadonlyMap<EntryId, Compaction>;
  readonly #input: RowsInput;
  readonly #changes: RowChanges;
  #model: string | undefined;
  /** The messages on the live branch, as far as the log was read. */
  readonly #branch: EntryId[] = [];

  constructor(input: RowsInput, changes: RowChanges) {
    this.#changes = changes;
    this.#compactions = new Map(input.session.compactions.map((one) => [one.entry.id, one]));
    this.#input = input;
  }

  said({ id, message }: MessageEntry): void {
    if (message.role !== 'system') this.#branch.push(id);
  }

  /** Removes a message and all after it from the branch, and returns how many were removed. */
  #cutFrom(before: EntryId): number {
    const at = this.#branch.lastIndexOf(before);
    return at < 0 ? 0 : this.#branch.splice(at).length;
  }

  of(entry: Entry): readonly ChatRow[] {
    switch (entry.kind) {
      case 'compaction': {
        const compaction = this.#compactions.get(entry.id);
        return compaction === undefined ? [] : [compactionRow(compaction, this.#input)];
      }
      case 'stage':
        return [notice(entry, 'stage', `Stage done: ${entry.title}`)];
      case 'rewind': {
        const leftCount = this.#cutFrom(entry.before);
        const change = changeView((step) => isBackTo(step.change, entry.before), this.#changes);
        return [{ type: 'rewind', id: entry.id, at: entry.at, leftCount, ...(change && { change }) }];
      }
      case 'model': {
        const isFirst = this.#model === undefined;
        const isSame = this.#model === entry.model;
        this.#model = entry.model;
        return isFirst || isSame ? [] : [notice(entry, 'model', `Now with ${entry.model}`)];
      }
      default:
        return [];
    }
  }
}

function notice({ id, at }: Entry, kind: NoticeRow['kind'], text: string): NoticeRow {
  return { type: 'notice', id, at, kind, text };
}
