import { nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { ChatDelta, ChatRow, ChatSnapshot } from '../../shared/chatView.ts';
import type { ChatReplies, ChatRequest, FoundRow } from '../../shared/chatRequest.ts';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { baseStyle } from '../base/baseStyle.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem, VirtualList } from '../base/virtualList.ts';
import { connectToHost, HostError, type HostConnection } from '../hostConnection.ts';
import { chatAppStyle } from './chatAppStyle.ts';
import { makeChatHost, type ChatHost } from './chatHost.ts';
import { applyDelta, type ChatState } from './chatState.ts';
import { askBar } from './askBar.ts';
import './composer.ts';
import type { Composer, UnsentText } from './composer.ts';
import { EarlierRows } from './earlierRows.ts';
import { emptyState, newestButton } from './emptyState.ts';
import { isFindKey, type FindBar, type Found } from './find/findBar.ts';
import { ThreadFind } from './find/threadFind.ts';
import './header.ts';
import { planBar } from './planBar.ts';
import { barAboveComposer } from './question.ts';
import { KeptChat, type Kept } from './kept.ts';
import { listenToPage } from './pageEvents.ts';
import { chatRow, estimateRowHeight } from './rows/chatRow.ts';
import { announcementOf, labelOfRow } from './rows/labelOfRow.ts';
import { RowMemories } from './rowMemory.ts';
import './sessions.ts';
import { Typing } from './typing.ts';

const messageShownMs = 8_000;

/** The chat. Draws the newest state that the host has sent. Changes a session only by requests to the host. */
@customElement('lt-chat')
export class ChatApp extends LightElement {
  static override styles = [baseStyle, chatAppStyle];

  @state() private chat: ChatState | undefined;
  @state() private areSessionsOpen = false;
  @state() private isAtEnd = true;
  @state() private message = '';
  @state() private announcement = '';
  @query('lt-list') private list!: VirtualList | null;
  @query('lt-find') private findBar!: FindBar | null;
  @query('lt-composer') private composer!: Composer | null;
  private connection!: HostConnection<ChatRequest, ChatReplies>;
  private kept!: KeptChat;
  /** Where the person was reading before the page was reloaded; undefined once a session is open. */
  private lastRead: Kept['reading'];
  private memories!: RowMemories;
  /** Marks the matches while the find bar is open. */
  @state() private find: ThreadFind | undefined;
  private messageTimer = 0;
  private host!: ChatHost;
  private readonly typing = new Typing(() => this.host);

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection = connectToHost<ChatRequest, ChatReplies, ChatSnapshot, ChatDelta>({
      sessionOf: ({ header }) => header.sessionId,
      onSnapshot: (snapshot) => void this.showSnapshot(snapshot),
      onDeltas: this.apply,
    });
    this.kept = new KeptChat(this.connection);
    this.lastRead = this.kept.now.reading;
    this.memories = new RowMemories(this.kept.now.edits, (edits) => this.kept.set({ edits }));
    this.host = this.makeHost('');
    listenToPage({ ask: this.connection.ask, onKey: this.onKey, keep: this.keep });
  }

  /** Ends the search when the list of sessions covers the thread. */
  protected override willUpdate(): void {
    if (this.areSessionsOpen) this.endFind();
  }

  override render(): TemplateResult {
    const { chat, host } = this;
    if (chat === undefined) return html`<div class="empty muted" role="status">Opening…</div>`;
    return html`<lt-header
        .header=${chat.header}
        .gauge=${chat.gauge}
        .host=${host}
        ?sessions-open=${this.areSessionsOpen}
        @sessions-toggled=${() => {
          this.areSessionsOpen = !this.areSessionsOpen;
        }}
      ></lt-header>
      ${this.thread(chat)}
      ${
        this.areSessionsOpen
          ? html`<lt-sessions
              .host=${host}
              .shown=${chat.header.sessionId}
              @closed=${this.closeSessions}
            ></lt-sessions>`
          : nothing
      }
      ${this.message === '' ? nothing : html`<div class="message" role="alert">${this.message}</div>`}
      ${barAboveComposer(chat.gauge, host)} ${planBar(chat.composer.plan)}
      ${askBar(chat.composer, host, () => this.composer?.focus())}
      <lt-composer
        .composer=${chat.composer}
        .host=${host}
        .session=${chat.header.sessionId}
        .text=${live(this.kept.typedIn(chat.header.sessionId).text)}
        ?blocked=${chat.composer.blocked !== undefined}
        @text-changed=${(event: CustomEvent<string>) => this.keepTyped(chat.header.sessionId, event.detail)}
        @text-returned=${this.addToTyped}
      ></lt-composer>
      <div class="for-screen-reader" role="status" aria-live="polite">${this.announcement}</div>`;
  }

  private thread(chat: ChatState): TemplateResult {
    if (chat.rows.length === 0) return emptyState(chat, this.host, this.suggest);
    // Rows appear and disappear while scrolling, and a live region would read out all of them. So the list is not live;
    // another element announces finished answers, errors, compactions and approvals.
    return html`<div class="thread">
      ${
        this.find !== undefined
          ? html`<lt-find
              .host=${this.host}
              .revision=${`${String(chat.rowCount)} ${chat.rows.at(-1)?.id ?? ''}`}
              .idsFromTop=${() => this.list?.idsFromHere ?? []}
              @found=${(event: CustomEvent<Found>) => void this.find?.show(event.detail)}
              @closed=${this.closeFind}
            ></lt-find>`
          : nothing
      }
      ${keyed(chat.header.sessionId, this.rows(chat))}
      ${this.isAtEnd ? nothing : newestButton(() => this.list?.scrollToEnd())}
    </div>`;
  }

  private rows(chat: ChatState): TemplateResult {
    return html`<lt-list
      role="log"
      aria-live="off"
      aria-label="Conversation"
      anchor="end"
      .items=${chat.rows}
      .total=${chat.rowCount}
      .renderItem=${this.renderRow}
      .labelOf=${labelOfRow}
      .estimateHeight=${estimateRowHeight}
      @start-neared=${() => void this.earlier.load()}
      @end-changed=${(event: CustomEvent<boolean>) => {
        this.isAtEnd = event.detail;
      }}
      @scrollend=${this.keep}
    ></lt-list>`;
  }

  private readonly renderRow = (item: ListItem): TemplateResult => chatRow(item as ChatRow, this.host);

  /** Shows a snapshot, and restores the state that the page has stored for the snapshot's session. */
  private async showSnapshot(snapshot: ChatSnapshot): Promise<void> {
    const { sessionId } = snapshot.header;
    const before = this.chat?.header.sessionId;
    if (before !== sessionId) {
      this.isAtEnd = true;
      if (this.find !== undefined) this.closeFind();
      this.announcement = '';
      if (before !== undefined) this.show('');
    }
    this.host = this.makeHost(sessionId);
    this.chat = snapshot;
    this.memories.follow(sessionId, snapshot.rows);
    this.typing.follow(snapshot, this.kept);
    await this.updateComplete;
    const place = this.lastRead;
    // While a session is being opened, only its end is loaded. `lastRead` may name a row that is loaded later.
    if (sessionId !== '' && !snapshot.header.isOpening) this.lastRead = undefined;
    if (place?.session === sessionId && (await this.earlier.loadUntil(place.id)))
      await this.list?.returnTo(place);
  }

  private readonly apply = (deltas: readonly ChatDelta[]): void => {
    if (this.chat === undefined) return;
    const before = this.chat;
    this.chat = deltas.reduce(applyDelta, before);
    this.memories.follow(this.chat.header.sessionId, this.chat.rows, { before: before.rows, deltas });
    this.announcement = announcementOf(before.rows, this.chat.rows) ?? this.announcement;
    for (const delta of deltas) {
      if (delta.type === 'field' && delta.field === 'composer' && delta.value?.typed)
        this.typing.follow(this.chat, this.kept);
      if (delta.type === 'focusRequested') void this.focusOn(delta.on);
    }
    // A new message of the person is always scrolled into view, even if the person was reading elsewhere.
    const added = deltas.flatMap((delta) => (delta.type === 'list' ? (delta.patch.added ?? []) : []));
    if (added.some(({ items }) => items.some((row) => row.type === 'user' && row.clientLabel === undefined)))
      void this.updateComplete.then(() => this.list?.scrollToEnd());
  };

  private async focusOn(on: Extract<ChatDelta, { readonly type: 'focusRequested' }>['on']): Promise<void> {
    this.areSessionsOpen = on === 'sessions';
    await this.updateComplete;
    if (on === 'composer') this.composer?.focus();
    else if (on === 'find') await this.openFind();
    else if (on === 'rules') await this.querySelector('lt-rules-button')?.open();
    else if (on !== 'sessions' && (await this.earlier.loadUntil(on.row))) this.list?.reveal(on.row);
  }

  private async openFind(): Promise<void> {
    if (this.chat === undefined || this.chat.rows.length === 0) return;
    this.areSessionsOpen = false;
    await this.updateComplete;
    if (this.list !== null) this.find ??= new ThreadFind(this.list, (row) => this.earlier.loadUntil(row));
    this.findBar?.focus();
  }

  /** Closes the find bar, and focuses the row that was selected in the bar or, without a selected row, the composer. */
  private readonly closeFind = (event?: CustomEvent<FoundRow | null>): void => {
    this.endFind();
    if (event?.detail == null) this.composer?.focus();
    else this.list?.reveal(event.detail.row);
  };

  private endFind(): void {
    this.find?.stop();
    this.find = undefined;
  }

  private makeHost(session: string): ChatHost {
    const { connection, show, showError, memories } = this;
    const announce = (sentence: string): void => {
      this.announcement = sentence;
    };
    return makeChatHost({ ask: connection.ask, show, showError, announce, rows: memories.rowsOf(session) });
  }

  private readonly showError = (error: unknown): void => {
    if (error instanceof HostError && !error.isCancelled) this.show(error.message);
    else if (!(error instanceof HostError)) throw error;
  };

  private readonly earlier = new EarlierRows({
    chat: () => this.chat,
    ask: (request, timeoutMs) => this.connection.ask(request, timeoutMs),
    onLoaded: (chat) => {
      this.chat = chat;
      this.memories.follow(chat.header.sessionId, chat.rows);
    },
    onError: this.showError,
    whenDrawn: () => this.updateComplete,
  });

  private readonly show = (sentence: string): void => {
    this.message = sentence;
    clearTimeout(this.messageTimer);
    this.messageTimer = window.setTimeout(() => {
      this.message = '';
    }, messageShownMs);
  };

  private readonly closeSessions = async (): Promise<void> => {
    this.areSessionsOpen = false;
    await this.updateComplete;
    this.composer?.focus();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (isFindKey(event)) void this.openFind();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (this.areSessionsOpen) void this.closeSessions();
    else if (this.find !== undefined) this.closeFind();
    else if (this.chat?.composer.isBusy === true) this.host.tell({ type: 'stop' });
  };

  /** Puts a question into the composer, where the person can change it before sending. */
  private readonly suggest = (question: string): void => {
    this.addToTyped({ detail: { session: '', text: question } });
    this.composer?.focus();
  };

  private keepTyped(session: string, text: string): void {
    const typed = this.kept.setTyped(session, text);
    if (session === this.chat?.header.sessionId) this.typing.changed(typed);
  }

  /**
   * Puts an unsent or suggested text before the typed text of its session, even if another session is shown by now. The
   * session '' stands for the shown session.
   */
  private readonly addToTyped = ({ detail }: Pick<CustomEvent<UnsentText>, 'detail'>): void => {
    const session = detail.session === '' ? (this.chat?.header.sessionId ?? '') : detail.session;
    this.keepTyped(session, this.kept.typedWith(session, detail.text));
    this.requestUpdate();
  };

  private readonly keep = (): void => {
    this.typing.tell();
    const session = this.chat?.header.sessionId ?? '';
    const place = this.list?.isAtEnd === false ? this.list.place : undefined;
    // After a reload, the stored position stays until a session is open.
    this.kept.set({ reading: this.lastRead ?? (place && { ...place, session }) });
  };
}
