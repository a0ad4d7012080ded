import { shownTokensOf } from '../../core/context/gauge.ts';
import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { TurnEnd } from '../../core/chat/agentLoop.ts';
import type { ChatDelta as ModelDelta } from '../../core/ports.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { FoundRow } from '../../shared/chatRequest.ts';
import type { AssistantRow, ChatDelta, ChatRow, ErrorRow, NoticeRow } from '../../shared/chatView.ts';
import type { ApprovalRow } from '../../shared/approvalView.ts';
import { approvalRow } from '../approvals/approvalRow.ts';
import { listPatch } from '../../shared/stateDelta.ts';
import type { Question } from '../../core/approval/approvalDesk.ts';
import { chatRows, messageIdOf, type RowsInput } from './chatRows.ts';
import { errorRow } from './errorRow.ts';
import { findInThread } from './findInThread.ts';
import type { ThreadSession } from '../sessions/sessionTail.ts';
import { isFixed } from '../sessions/readOnlyReason.ts';

export interface ThreadFeedOptions {
  readonly live: ThreadSession;
  readonly isBusy: () => boolean;
  /** Returns what calls did to files, as far as it was read. */
  readonly changes?: () => RowsInput['changes'];
  /** Returns the price of the answering model, where it is known. */
  readonly price?: () => RowsInput['price'];
  /** Actions that wait for the person, at the end of the thread. */
  readonly questions?: () => readonly Question[];
  readonly now: () => number;
  readonly send: (delta: ChatDelta) => void;
}

export interface Page {
  readonly rows: readonly ChatRow[];
  readonly hasEarlier: boolean;
}

/** Rows of the first page and of each earlier one. */
const PAGE_ROWS = 60;
const ERROR = 'error';

/**
 * The thread of one session as its view has it: the newest rows, back to the earliest that was asked for. After each
 * change it sends what turns the rows that the view has into those that the log gives now.
 */
export class ThreadFeed {
  readonly #options: ThreadFeedOptions;
  readonly #reports: readonly NoticeRow[];
  #rows: readonly ChatRow[] = [];
  /** Rows before this one are not in the view. */
  #start = 0;
  /** The row that the next page shall reach back to. */
  #wanted: string | undefined;
  #streaming: AssistantRow | undefined;
  /**
   * The number of streamed answers so far. It makes row ids unique, so that the view's state of one answer does not
   * carry over to the next.
   */
  #streamed = 0;
  #error: ErrorRow | undefined;
  #notices: readonly NoticeRow[] = [];
  #asked: readonly ApprovalRow[] = [];

  constructor(options: ThreadFeedOptions) {
    this.#options = options;
    const at = options.now();
    this.#reports = options.live.log.report.problems.map((text, index) => ({
      type: 'notice',
      id: `report:${index}`,
      at,
      kind: 'report',
      text,
    }));
  }

  /** Returns the newest page, extended back to the row that was asked for by `reachBackTo`. */
  newest(): Page & { readonly rowCount: number } {
    this.#rows = this.#current();
    const wanted = this.#rows.findIndex(({ id }) => id === this.#wanted);
    const newest = this.#rows.length - PAGE_ROWS;
    this.#start = Math.max(0, wanted < 0 ? newest : Math.min(newest, wanted - PAGE_ROWS / 2));
    this.#wanted = undefined;
    return { ...this.#page(this.#start), rowCount: this.#rows.length };
  }

  /** Returns the page before a row. With `until`, the page reaches back to that row and some rows before it. */
  earlier(rowId: string, until?: string): Page {
    const end = this.#rows.findIndex(({ id }) => id === rowId);
    if (end < 0) return { rows: [], hasEarlier: false };
    const wanted = until === undefined ? -1 : this.#rows.findIndex(({ id }) => id === until);
    const start = Math.max(0, wanted < 0 ? end - PAGE_ROWS : Math.min(end, wanted) - PAGE_ROWS / 2);
    this.#start = Math.min(this.#start, start);
    return this.#page(start, end);
  }

  /** Returns the rows of the whole session that contain a query. */
  find(query: string): readonly FoundRow[] {
    return findInThread(query, this.#rows, this.#options.live.session.messages);
  }

  row(rowId: string): ChatRow | undefined {
    return this.#rows.find(({ id }) => id === rowId);
  }

  /** Returns the row that shows a message or an entry; undefined when none does, as for one that a rewind took away. */
  rowOf(id: string): string | undefined {
    const exact = this.#rows.find((row) => row.id === id);
    return (exact ?? this.#rows.find((row) => messageIdOf(row.id) === id) ?? this.#firstCallOf(id))?.id;
  }

  /**
   * Makes the next page start at or before a row. Returns false when the view already has the row, or when there is
   * none.
   */
  reachBackTo(rowId: string): boolean {
    const index = this.#rows.findIndex(({ id }) => id === rowId);
    if (index < 0 || index >= this.#start) return false;
    this.#wanted = rowId;
    return true;
  }

  /** Recomputes the rows and sends the view what differs. */
  update(): void {
    const count = this.#rows.length;
    const first = this.#rows[this.#start]?.id;
    const before = this.#rows.slice(this.#start);
    this.#rows = this.#current();
    const found = this.#rows.findIndex(({ id }) => id === first);
    this.#start = found < 0 ? Math.min(this.#start, this.#rows.length) : found;
    const patch = listPatch(before, this.#rows.slice(this.#start), takesPlaceOf);
    if (patch !== undefined) this.#options.send({ type: 'list', field: 'rows', patch });
    if (this.#rows.length !== count)
      this.#options.send({ type: 'field', field: 'rowCount', value: this.#rows.length });
  }

  appended(entry: Entry): void {
    if (entry.kind === 'message' && entry.message.role === 'assistant') this.#streaming = undefined;
    this.update();
  }

  /** Updates the thread for an event of the running turn. */
  happened(event: ConversationEvent, isBusy: boolean): void {
    switch (event.type) {
      case 'delta':
        this.streamed(event.delta);
        break;
      case 'retrying':
        this.retrying();
        break;
      case 'noticed':
        this.noticed(event.sentence);
        break;
      case 'ended':
        this.ended(event.end);
        break;
      case 'busy':
        if (isBusy) this.began();
        else this.update();
        break;
      case 'gauge':
      case 'asking':
      case 'writing':
    }
  }

  began(): void {
    this.#error = undefined;
    this.update();
  }

  streamed(delta: ModelDelta): void {
    if (delta.type === 'thoughtSoFar') this.#thinkAllSoFar();
    if (delta.type !== 'text' && delta.type !== 'reasoning') return;
    if (delta.text === '') return;
    const own = delta.type === 'text' ? { text: delta.text } : { reasoning: delta.text };
    if (this.#streaming === undefined) {
      this.#streamed += 1;
      this.#streaming = withText(emptyAnswer(`streaming:${this.#streamed}`, this.#options.now()), own);
      this.update();
      return;
    }
    const { id } = this.#streaming;
    this.#streaming = withText(this.#streaming, own);
    this.#rows = this.#rows.with(
      this.#rows.findLastIndex((row) => row.id === id),
      this.#streaming,
    );
    this.#options.send({ type: 'textStreamed', id, ...own });
  }

  #thinkAllSoFar(): void {
    if (this.#streaming === undefined) return;
    const { markdown, reasoning } = this.#streaming;
    this.#streaming = { ...this.#streaming, markdown: '', reasoning: reasoning + markdown };
    this.update();
  }

  /** Drops the streamed text of a failed attempt. */
  retrying(): void {
    this.#streaming = undefined;
    this.update();
  }

  /** Adds a notice at the end of the thread. It is not logged, so it is gone when the session is reopened. */
  noticed(text: string): void {
    const id = `noticed:${this.#notices.length}`;
    this.#notices = [...this.#notices, { type: 'notice', id, at: this.#options.now(), kind: 'report', text }];
    this.update();
  }

  ended(end: TurnEnd): void {
    this.#streaming = undefined;
    this.#error = errorRow(end, { id: ERROR, at: this.#options.now() });
    this.update();
  }

  #current(): readonly ChatRow[] {
    const { live, isBusy, price, changes } = this.#options;
    const { entries, session, account, log } = live;
    const rows = chatRows({
      entries,
      session,
      tokens: account.known,
      shown: shownTokensOf(entries),
      isReadOnly: isFixed(log),
      isLed: log.takesWishes === true,
      isBusy: isBusy(),
      price: price?.(),
      changes: changes?.(),
    });
    return [
      ...this.#reports,
      ...this.#notices.reduce(placed, rows),
      ...(this.#streaming ? [this.#streaming] : []),
      ...this.#approvals(),
      ...(this.#error ? [this.#error] : []),
    ];
  }

  /** Returns a row for each open question, reusing rows that exist: a question does not change while it waits. */
  #approvals(): readonly ApprovalRow[] {
    const { questions, now } = this.#options;
    const shown = new Map(this.#asked.map((row) => [row.id, row]));
    this.#asked = (questions?.() ?? []).map((each) => shown.get(each.id) ?? approvalRow(each, now()));
    return this.#asked;
  }

  #page(start: number, end?: number): Page {
    return { rows: this.#rows.slice(start, end), hasEarlier: start > 0 };
  }

  /** An answer that is nothing but calls has no row of its own: the one of its first call speaks for it. */
  #firstCallOf(id: string): ChatRow | undefined {
    const { entries } = this.#options.live;
    const at = entries.findIndex((entry) => entry.id === id);
    const entry = entries[at];
    if (entry?.kind !== 'message' || entry.message.role !== 'assistant') return undefined;
    const later = new Set(entries.slice(at + 1).map((each) => each.id));
    return this.#rows.find((row) => row.type === 'tool' && later.has(row.id));
  }
}

/**
 * Returns whether the next row replaces it: a streamed answer is followed by the one in the log, a running call by its
 * result.
 */
function takesPlaceOf(now: ChatRow, old: ChatRow): boolean {
  if (old.type === 'assistant') return old.isStreaming && now.type === 'assistant';
  const isOpen = old.type === 'tool' && (old.status === 'running' || old.status === 'waiting');
  return isOpen && now.type === 'tool';
}

/** Inserts a notice before the first row that is later. */
function placed(rows: readonly ChatRow[], notice: NoticeRow): readonly ChatRow[] {
  const later = rows.findIndex(({ at }) => at > notice.at);
  return rows.toSpliced(later < 0 ? rows.length : later, 0, notice);
}

function emptyAnswer(id: string, at: number): AssistantRow {
  return {
    type: 'assistant',
    id,
    at,
    markdown: '',
    reasoning: '',
    isStreaming: true,
    isPinned: false,
  };
}

function withText(
  row: AssistantRow,
  { text = '', reasoning = '' }: { readonly text?: string; readonly reasoning?: string },
): AssistantRow {
  return { ...row, markdown: row.markdown + text, reasoning: row.reasoning + reasoning };
}
