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
import { ChatRows, type RowsInput } from './chatRows.ts';
import { errorRow, unansweredRow } from './errorRow.ts';
import { findInThread } from './findInThread.ts';
import { emptyAnswer, takesPlaceOf, withText } from './messageRows.ts';
import type { ThreadSession } from '../sessions/sessionTail.ts';
import { refusesChanges } from '../sessions/readOnlyReason.ts';

export interface ThreadFeedOptions {
  readonly live: ThreadSession;
  readonly isBusy: () => boolean;
  /** Returns the session's file changes, as far as they have been read from the disk. */
  readonly changes?: () => RowsInput['changes'];
  /** Returns the price of the answering model, if it is known. */
  readonly price?: () => RowsInput['price'];
  /** Returns the tool calls that wait for the person's approval; they are shown at the end of the thread. */
  readonly questions?: () => readonly Question[];
  readonly now: () => number;
  readonly send: (delta: ChatDelta) => void;
}

export interface Page {
  readonly rows: readonly ChatRow[];
  readonly hasEarlier: boolean;
}

/** The number of rows on a page. */
const PAGE_ROWS = 60;
const ERROR = 'error';

/**
 * The thread of one session as its view has it: the newest rows, back to the earliest row that was requested. After
 * each change, sends the differences between the rows that the view has and the rows that the log gives now.
 */
export class ThreadFeed {
  readonly #options: ThreadFeedOptions;
  readonly #openedAt: number;
  /** Notices about problems of the log, at the start of the thread. */
  #reports: readonly NoticeRow[] = [];
  readonly #thread = new ChatRows();
  /** The rows that the view has, and the place of the first one. */
  #shown: readonly ChatRow[] = [];
  #start = Infinity;
  #rowCount = 0;
  /** A row that the next page from `newest` must include, and how many rows before it. */
  #wanted: { readonly row: string; readonly rowsBefore: number } | undefined;
  #streaming: AssistantRow | undefined;
  /**
   * The number of streamed answers so far. It makes row ids unique, so that the view's state of one answer does not
   * carry over to the next.
   */
  #streamed = 0;
  #error: ErrorRow | undefined;
  #noticeCount = 0;
  #approvalRows: readonly ApprovalRow[] = [];
  /** Rows at the end of the thread that the log does not have: a streamed answer, approvals, an error. */
  #unlogged: readonly ChatRow[] = [];

  constructor(options: ThreadFeedOptions) {
    this.#options = options;
    this.#openedAt = options.now();
  }

  /** Returns the newest page. After a call of `reachBackTo` or `reread`, the page is extended further back. */
  newest(): Page & { readonly rowCount: number } {
    this.#follow();
    const { row = '', rowsBefore = 0 } = this.#wanted ?? {};
    const wanted = this.#placeOf(row);
    const newest = this.#rowCount - PAGE_ROWS;
    this.#start = Math.max(0, wanted < 0 ? newest : Math.min(newest, wanted - rowsBefore));
    this.#wanted = undefined;
    this.#shown = this.#rows(this.#start);
    return { rows: this.#shown, hasEarlier: this.#start > 0, rowCount: this.#rowCount };
  }

  /** Returns the page before a row. With `until`, the page reaches back to that row and some rows before it. */
  earlier(rowId: string, until?: string): Page {
    const end = this.#placeOf(rowId);
    if (end < 0) return { rows: [], hasEarlier: false };
    const wanted = until === undefined ? -1 : this.#placeOf(until);
    const start = Math.max(0, wanted < 0 ? end - PAGE_ROWS : Math.min(end, wanted) - PAGE_ROWS / 2);
    if (start < this.#start) {
      this.#shown = [...this.#rows(start, this.#start), ...this.#shown];
      this.#start = start;
    }
    return { rows: this.#rows(start, end), hasEarlier: start > 0 };
  }

  /** Returns the rows of the whole session that contain a query. */
  find(query: string): readonly FoundRow[] {
    return findInThread(query, this.#rows(0), this.#options.live.session.messages);
  }

  row(rowId: string): ChatRow | undefined {
    const place = this.#placeOf(rowId);
    return place < 0 ? undefined : this.#rows(place, place + 1)[0];
  }

  /** Returns the id of the row that shows a message or an entry; undefined if no row does, e.g. after a rewind. */
  rowOf(id: string): string | undefined {
    return (this.row(id) ?? this.#thread.rowOf(id))?.id;
  }

  /** Makes the next `newest` page reach back to a row. Returns false if the view has the row or no such row exists. */
  reachBackTo(rowId: string): boolean {
    const place = this.#placeOf(rowId);
    if (place < 0 || place >= this.#start) return false;
    this.#wanted = { row: rowId, rowsBefore: PAGE_ROWS / 2 };
    return true;
  }

  /**
   * Must be called before the view gets a new snapshot of the same session. Makes the next `newest` page reach as far
   * back as the rows that the view has, so that the person keeps the reading position.
   */
  reread(): void {
    const [first] = this.#shown;
    if (first !== undefined) this.#wanted = { row: first.id, rowsBefore: 0 };
  }

  /** Makes the view's rows again and sends the differences. */
  update(): void {
    const [before, count] = [this.#shown, this.#rowCount];
    this.#follow();
    const [first] = before;
    // A view that has all rows also gets new rows that come before its first row.
    const found = first === undefined || this.#start === 0 ? -1 : this.#placeOf(first.id);
    this.#start = found < 0 ? Math.min(this.#start, this.#rowCount) : found;
    this.#shown = this.#rows(this.#start);
    const patch = listPatch(before, this.#shown, takesPlaceOf);
    if (patch !== undefined) this.#options.send({ type: 'list', field: 'rows', patch });
    if (this.#rowCount !== count)
      this.#options.send({ type: 'field', field: 'rowCount', value: this.#rowCount });
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
      case 'asking':
        // If the previous request was too long, the model is asked again after a compaction, without a `retrying`
        // event.
        if (this.#streaming !== undefined) this.retrying();
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
      case 'writing':
    }
  }

  /** Must be called after a session was opened. If its thread ends without an answer, says so until the next turn. */
  opened(): void {
    const { live, isBusy } = this.#options;
    const isLed = live.log.takesWishes === true;
    if (isBusy() || isLed || refusesChanges(live.log)) return;
    this.#error = unansweredRow(live.session.messages, { id: ERROR, at: this.#openedAt });
  }

  began(): void {
    this.#error = undefined;
    this.update();
  }

  streamed(delta: ModelDelta): void {
    if (delta.type === 'thoughtSoFar') this.#moveToReasoning();
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
    const place = this.#shown.findLastIndex((row) => row.id === id);
    if (place >= 0) this.#shown = this.#shown.with(place, this.#streaming);
    this.#unlogged = [this.#streaming, ...this.#unlogged.slice(1)];
    this.#options.send({ type: 'textStreamed', id, ...own });
  }

  /** Moves the streamed text to the reasoning. Some models mark reasoning only when it ends. */
  #moveToReasoning(): void {
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
    const id = `noticed:${this.#noticeCount}`;
    this.#noticeCount += 1;
    this.#thread.add(reportRow({ id, at: this.#options.now(), text }));
    this.update();
  }

  ended(end: TurnEnd): void {
    this.#streaming = undefined;
    this.#error = errorRow(end, { id: ERROR, at: this.#options.now() });
    this.update();
  }

  /** Reads the present log. */
  #follow(): void {
    const { live, isBusy, price, changes } = this.#options;
    const { entries, session, account, log } = live;
    this.#thread.follow({
      entries,
      session,
      tokens: account.known,
      shown: shownTokensOf(entries),
      isReadOnly: refusesChanges(log),
      isLed: log.takesWishes === true,
      isBusy: isBusy(),
      price: price?.(),
      changes: changes?.(),
    });
    const at = this.#openedAt;
    this.#reports = log.report.problems.map((text, index) => reportRow({ id: `report:${index}`, at, text }));
    this.#unlogged = [
      ...(this.#streaming ? [this.#streaming] : []),
      ...this.#approvals(),
      ...(this.#error ? [this.#error] : []),
    ];
    this.#rowCount = this.#reports.length + this.#thread.count + this.#unlogged.length;
  }

  /** Returns the rows between two places: problems of the log, then the thread, then rows that are not logged. */
  #rows(from: number, to = this.#rowCount): readonly ChatRow[] {
    const first = this.#reports.length;
    const end = first + this.#thread.count;
    return [
      ...this.#reports.slice(from, to),
      ...this.#thread.slice(Math.max(0, from - first), Math.max(0, to - first)),
      ...this.#unlogged.slice(Math.max(0, from - end), Math.max(0, to - end)),
    ];
  }

  #placeOf(rowId: string): number {
    const place = this.#thread.placeOf(rowId);
    if (place >= 0) return this.#reports.length + place;
    const other = [...this.#reports, ...this.#unlogged].findIndex(({ id }) => id === rowId);
    return other < this.#reports.length ? other : other + this.#thread.count;
  }

  /** Returns a row for each open question. Reuses existing rows, since a question does not change while it waits. */
  #approvals(): readonly ApprovalRow[] {
    const { questions, now } = this.#options;
    const shown = new Map(this.#approvalRows.map((row) => [row.id, row]));
    this.#approvalRows = (questions?.() ?? []).map((each) => shown.get(each.id) ?? approvalRow(each, now()));
    return this.#approvalRows;
  }
}

function reportRow(row: Pick<NoticeRow, 'id' | 'at' | 'text'>): NoticeRow {
  return { ...row, type: 'notice', kind: 'report' };
}
