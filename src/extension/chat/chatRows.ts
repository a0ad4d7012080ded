import type { ShownTokens } from '../../core/context/gauge.ts';
import { Grouping } from '../../core/context/groups.ts';
import { treatmentsOf } from '../../core/context/project.ts';
import type { Entry, EntryId, MessageId } from '../../core/log/entry.ts';
import type { Session, SessionMessage } from '../../core/log/session.ts';
import type { ModelProfile } from '../../core/ports.ts';
import type { ChatRow, NoticeRow } from '../../shared/chatView.ts';
import { changesByTurn, changesRow, rowChangesOf, type RowChanges } from './changeRows.ts';
import { eventRow, EventsRead, type EventRowOf } from './eventRows.ts';
import { HiddenSecrets } from './hiddenSecrets.ts';
import { groupRows, rowCountOf } from './messageRows.ts';
import type { RowContext } from './rowContext.ts';

export interface RowsInput {
  readonly entries: readonly Entry[];
  readonly session: Session;
  /** The token count of each message whose tokens have been counted. */
  readonly tokens: ReadonlyMap<EntryId, number>;
  readonly shown?: ShownTokens;
  readonly isReadOnly: boolean;
  /** Whether another agent, e.g. Claude Code, works in the session. If so, no message can be edited here. */
  readonly isLed?: boolean;
  /** Whether a turn is running. If not, calls without a result were interrupted. */
  readonly isBusy: boolean;
  /** The file changes of calls; absent if they are not stored. */
  readonly changes?: RowChanges | undefined;
  /** The price of the answering model, if it is known. */
  readonly price?: ModelProfile['price'] | undefined;
}

/** Returns the rows of a whole session. */
export function chatRows(input: RowsInput): readonly ChatRow[] {
  const rows = new ChatRows();
  rows.follow(input);
  return rows.slice(0);
}

/** Returns the id of the message or entry that a row shows. */
export function messageIdOf(rowId: string): string {
  return rowId.split(':', 1)[0] ?? rowId;
}

/** The source of one row: row `nth` of a group of messages, an event, or the changed files of a turn. */
type Slot =
  | { readonly of: 'group'; readonly at: number; readonly group: number; readonly nth: number }
  | { readonly of: 'event'; readonly at: number; readonly row: EventRowOf }
  | { readonly of: 'changes'; readonly at: number; readonly turn: MessageId };

/** A notice, and the index of the slot that it comes before. */
interface PlacedNotice {
  readonly row: NoticeRow;
  before: number;
}

/**
 * The rows of a session, oldest first: the messages that no rewind removed, and events and notices in their places.
 * Makes only the requested rows, so that not all rows are made again for each new entry. The rows are the same whether
 * `follow` is called after each entry or once with the whole log. A row has the id of its message or entry. A call
 * without a result has an id like `m5:0` (message and index). The changed files of a turn have an id like `m4:changes`.
 */
export class ChatRows {
  /** Ordered by time. */
  readonly #notices: PlacedNotice[] = [];
  #input: RowsInput | undefined;
  #context: RowContext | undefined;
  #slots: Slot[] = [];
  /** The index of the first slot of each message and event, by id. All messages of a group have the same index. */
  #places = new Map<string, number>();
  #grouping = new Grouping();
  #events = new EventsRead();
  #secrets = new HiddenSecrets();
  /** The first message of the newest turn. */
  #turn: MessageId | undefined;
  #read: ReadSoFar = { entries: 0, messages: 0 };
  /** All rows, cached until something changes, since a search needs them after each keystroke. */
  #all: readonly ChatRow[] | undefined;

  /** Reads the present log: only the added entries, or the whole log if anything else has changed. */
  follow(input: RowsInput): void {
    const changes = input.changes ?? NO_CHANGES;
    if (!this.#hasOnlyGrown(input, changes)) this.#reset();
    this.#all = undefined;
    this.#input = { ...input, changes };
    this.#context = {
      ...input,
      changes,
      treatments: treatmentsOf(input.session),
      secretsOf: (id) => this.#secrets.of(id),
    };
    this.#readNew(input);
    for (const notice of this.#notices) this.#placeNotice(notice);
  }

  /**
   * Adds a notice that is not in the log. The next `follow` places the notice before the first row with a later time.
   * Sorts the notices by time, since the clock may go back between two notices.
   */
  add(row: NoticeRow): void {
    const place = this.#notices.findLastIndex((earlier) => earlier.row.at <= row.at) + 1;
    this.#notices.splice(place, 0, { row, before: 0 });
    this.#all = undefined;
  }

  get count(): number {
    return this.#slots.length + this.#notices.length + (this.#isTurnClosed ? 1 : 0);
  }

  slice(from: number, to = this.count): readonly ChatRow[] {
    if (from > 0 || to < this.count) return this.#makeRows(from, to);
    this.#all ??= this.#makeRows(0, this.count);
    return this.#all;
  }

  #makeRows(from: number, to: number): readonly ChatRow[] {
    const rows: ChatRow[] = [];
    let group: { readonly place: number; readonly rows: readonly ChatRow[] } | undefined;
    for (let place = from; place < Math.min(to, this.count); place += 1) {
      const at = this.#noticeOrSlotAt(place);
      if (typeof at !== 'number') {
        rows.push(at);
        continue;
      }
      const slot = this.#slots[at];
      if (slot?.of === 'group' && group?.place !== slot.group)
        group = { place: slot.group, rows: this.#groupRows(slot.group) };
      const row = slot?.of === 'group' ? group?.rows[slot.nth] : this.#row(at);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  /** Returns the place of the row with this id; -1 if there is no such row. */
  placeOf(rowId: string): number {
    const noticed = this.#notices.findIndex(({ row }) => row.id === rowId);
    const notice = this.#notices[noticed];
    if (notice !== undefined) return this.#slotAfter(notice) + noticed;
    if (this.#isTurnClosed && rowId === changesRowId(this.#turn))
      return this.#placeOfSlot(this.#slots.length);
    const first = this.#places.get(rowId) ?? this.#places.get(messageIdOf(rowId));
    const slot = first === undefined ? undefined : this.#slots[first];
    if (first === undefined || slot === undefined) return -1;
    const rows = slot.of === 'group' ? this.#groupRows(slot.group) : [this.#row(first)];
    const nth = rows.findIndex((row) => row?.id === rowId);
    return nth < 0 ? -1 : this.#placeOfSlot(first + nth);
  }

  /** Returns the row of a message or an event; if there is no such row, the first row of the message's group. */
  rowOf(id: string): ChatRow | undefined {
    const exact = this.placeOf(id);
    if (exact >= 0) return this.slice(exact, exact + 1)[0];
    const at = this.#places.get(id);
    return at === undefined ? undefined : this.#row(at);
  }

  /** Returns whether the newest turn has ended and changed files. */
  get #isTurnClosed(): boolean {
    const { changes = NO_CHANGES, isBusy = true } = this.#input ?? {};
    return !isBusy && this.#turn !== undefined && changesByTurn(changes.steps).has(this.#turn);
  }

  /** Returns the notice at a place, or else the index of the slot whose row is there. */
  #noticeOrSlotAt(place: number): NoticeRow | number {
    let at = place;
    for (const [index, notice] of this.#notices.entries()) {
      const own = this.#slotAfter(notice) + index;
      if (own === place) return notice.row;
      if (own < place) at -= 1;
    }
    return at;
  }

  #placeOfSlot(at: number): number {
    return at + this.#notices.filter((notice) => this.#slotAfter(notice) <= at).length;
  }

  /** Returns the index of the slot after a notice. If `#isTurnClosed`, the turn's changes count as the last slot. */
  #slotAfter({ before }: PlacedNotice): number {
    // A notice at the end comes after the turn's changed files.
    return before === this.#slots.length && this.#isTurnClosed ? before + 1 : before;
  }

  #row(at: number): ChatRow | undefined {
    const slot: Slot | undefined =
      at === this.#slots.length && this.#turn !== undefined
        ? { of: 'changes', at: 0, turn: this.#turn }
        : this.#slots[at];
    if (this.#input === undefined || this.#context === undefined || slot === undefined) return undefined;
    switch (slot.of) {
      case 'group':
        return this.#groupRows(slot.group)[slot.nth];
      case 'event':
        return slot.row(this.#input, this.#context);
      case 'changes': {
        const { changes } = this.#context;
        const own = changesByTurn(changes.steps).get(slot.turn) ?? [];
        const last = this.#row(at - 1)?.at ?? slot.at;
        return changesRow({ id: slot.turn, at: last, own }, changes);
      }
    }
  }

  #groupRows(place: number): readonly ChatRow[] {
    const group = this.#grouping.groupAt(place);
    return group === undefined || this.#context === undefined ? [] : groupRows(group, this.#context);
  }

  #placeNotice(notice: PlacedNotice): void {
    while ((this.#slots[notice.before]?.at ?? Infinity) <= notice.row.at) notice.before += 1;
  }

  /**
   * Returns whether the rows read so far are still valid: entries and messages were only added at the end, no added
   * entry is a rewind or a reveal, and no earlier turn gained or lost the row of its changed files.
   */
  #hasOnlyGrown({ entries, session: { messages } }: RowsInput, changes: RowChanges): boolean {
    const { lastEntry, lastMessage, ...read } = this.#read;
    if (lastEntry !== undefined && entries[read.entries - 1] !== lastEntry) return false;
    if (lastMessage !== undefined && messages[read.messages - 1]?.message !== lastMessage.message)
      return false;
    if (entries.slice(read.entries).some(({ kind }) => kind === 'rewind' || kind === 'reveal')) return false;
    const before = changesByTurn(this.#input?.changes?.steps ?? []);
    const now = changesByTurn(changes.steps);
    if (before === now) return true;
    const turns = [...before.keys(), ...now.keys()];
    return turns.every((turn) => turn === this.#turn || before.has(turn) === now.has(turn));
  }

  #reset(): void {
    this.#slots = [];
    this.#places = new Map();
    this.#turn = undefined;
    this.#grouping = new Grouping();
    this.#events = new EventsRead();
    this.#secrets = new HiddenSecrets();
    this.#read = { entries: 0, messages: 0 };
    for (const notice of this.#notices) notice.before = 0;
  }

  #readNew({ entries, session }: RowsInput): void {
    const { messages } = session;
    // Both lists have the log's order, but `messages` lacks the messages that a rewind removed.
    let next = this.#read.messages;
    for (const entry of entries.slice(this.#read.entries)) {
      this.#secrets.see(entry);
      const message = messages[next];
      if (message?.id === entry.id) {
        this.#addMessage(message);
        next += 1;
      }
      const row = eventRow(entry, this.#events, session);
      if (row !== undefined) this.#addSlot(entry.id, { of: 'event', at: entry.at, row });
    }
    this.#read = {
      ...{ entries: entries.length, messages: messages.length },
      ...{ lastEntry: entries.at(-1), lastMessage: messages.at(-1) },
    };
  }

  #addMessage(message: SessionMessage): void {
    if (message.message.role === 'system') return;
    const known = this.#grouping.count;
    const group = this.#grouping.add(message);
    if (group < known) {
      this.#places.set(message.id, this.#places.get(this.#grouping.headAt(group)?.id ?? '') ?? -1);
      return;
    }
    const count = rowCountOf(message.message);
    if (message.message.role === 'user' && count > 0) this.#beginTurn(message.id);
    for (let nth = 0; nth < count; nth += 1)
      this.#addSlot(message.id, { of: 'group', at: message.at, group, nth });
  }

  /** Begins a turn. Adds the row of the previous turn's changed files before it. */
  #beginTurn(turn: MessageId): void {
    const ended = this.#turn;
    this.#turn = turn;
    if (ended === undefined || !changesByTurn(this.#input?.changes?.steps ?? []).has(ended)) return;
    this.#addSlot(changesRowId(ended), { of: 'changes', at: this.#slots.at(-1)?.at ?? 0, turn: ended });
  }

  #addSlot(id: string, slot: Slot): void {
    if (!this.#places.has(id)) this.#places.set(id, this.#slots.length);
    this.#slots.push(slot);
  }
}

const NO_CHANGES = rowChangesOf([], { nameOf: (file) => file, isClosed: true });

function changesRowId(turn: MessageId | undefined): string {
  return `${turn ?? ''}:changes`;
}

/** How much of the log was read, and the last entry and message, to detect changes other than additions. */
interface ReadSoFar {
  readonly entries: number;
  readonly messages: number;
  readonly lastEntry?: Entry | undefined;
  readonly lastMessage?: SessionMessage | undefined;
}
