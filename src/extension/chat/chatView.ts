import { messageOf } from '../../core/text/messageOf.ts';
import * as vscode from 'vscode';
import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { Entry } from '../../core/log/entry.ts';
import {
  chatRequestSchema,
  isOfSession,
  type ChatReplies,
  type ChatRequest,
} from '../../shared/chatRequest.ts';
import type { ChatDelta, ChatSnapshot } from '../../shared/chatView.ts';
import type { ComposerView } from '../../shared/composerView.ts';
import type { HostChannel } from '../../shared/hostChannel.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { SessionTail, ThreadSession } from '../sessions/sessionTail.ts';
import { ShownCommands } from '../terminal/shownCommands.ts';
import { watchSession } from '../sessions/watchSession.ts';
import { gaugeOf } from '../statusBar/gaugeOf.ts';
import type { ViewParts } from '../parts.ts';
import { openChannel } from '../webviews/viewChannel.ts';
import { showPage } from '../webviews/viewPage.ts';
import { activityOf, PREPARING, type Activity } from './activity.ts';
import { Attachments } from './attachments.ts';
import { chatHandlers, giveBack, type ComposerParts } from './chatHandlers.ts';
import { chatHeader } from './chatHeader.ts';
import { Completions } from './completions.ts';
import { badgeOf, composerView } from './composerView.ts';
import { changesIn } from './fileHandlers.ts';
import { PendingFocus, type Focus } from './pendingFocus.ts';
import { ShownActivity } from './shownActivity.ts';
import { TypedText } from './typedText.ts';
import { ThreadFeed } from './threadFeed.ts';
import { endsUnanswered, UnsentTexts } from './unsentTexts.ts';

export interface ChatViewOptions extends ViewParts {
  /** Opens the panel at a compaction. */
  readonly showCompaction: (id: string) => void;
}

/** The chat in the side bar: connects the session that is shown with its webview. */
export class ChatView implements vscode.WebviewViewProvider, vscode.Disposable {
  static readonly id = 'longthread.chat';
  readonly attachments: Attachments;
  readonly #options: ChatViewOptions;
  readonly #completions: Completions;
  readonly #unsent: UnsentTexts;
  readonly #typed: TypedText;
  readonly #activity: ShownActivity;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #view: vscode.WebviewView | undefined;
  #channel: HostChannel<ChatDelta> | undefined;
  #session: OpenSession | undefined;
  #tail: SessionTail | undefined;
  #feed: ThreadFeed | undefined;
  readonly #focus = new PendingFocus();
  readonly #composerParts: ComposerParts;

  constructor(options: ChatViewOptions) {
    this.#options = options;
    const { services, sessions, models, settings, otherAgents } = options;
    const { counter, redactor } = services;
    this.attachments = new Attachments({ counter, redactor, session: () => sessions.current });
    this.#unsent = new UnsentTexts(services.unsent, services.logger);
    const composerChanged = this.#sendComposer;
    this.#composerParts = { attachments: this.attachments, unsent: this.#unsent, composerChanged };
    this.#typed = new TypedText(services.typed, services.logger);
    const now = (): number => services.clock.monotonic();
    this.#activity = new ShownActivity({ now, changed: composerChanged });
    this.#completions = new Completions(() => services.clock.now(), new ShownCommands(services.redactor));
    this.#subscriptions = [
      this.#completions,
      vscode.window.registerWebviewViewProvider(ChatView.id, this),
      watchSession(sessions, {
        shown: (session) => this.#shown(session),
        changed: (session) => this.#changed(session),
        appended: (entry, session) => {
          if (session === this.#session) this.#appended(entry);
        },
        happened: (event, session) => {
          const { waiting } = session.conversation;
          if (event.type === 'busy') this.#unsent.setWaiting(waiting.texts);
          if (endsUnanswered(event) && session === sessions.current) {
            giveBack(waiting.takeBack(), this.#composerParts).catch((error: unknown) =>
              services.logger.error(messageOf(error), error),
            );
          }
          if (session === this.#session) this.#happened(event);
        },
      }),
      ...[models, settings, otherAgents].map((source) => source.onDidChange(this.#sendHeader)),
      options.approvals.onDidChange((session) => this.#approvalsChanged(session)),
      options.files.onDidChange((session) => {
        if (session === this.#shownId) this.#feed?.update();
      }),
      this.attachments.onDidChange(() => {
        options.pending.set(this.#shownId, 'attached', this.attachments.tokens);
        this.#sendComposer();
      }),
      options.pending.onDidChange(() => this.#sendGauge()),
    ];
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { services, sessions } = this.#options;
    this.#view = view;
    const channel = openChannel<ChatRequest, ChatReplies, ChatSnapshot, ChatDelta>(view.webview, {
      schema: chatRequestSchema,
      handlers: chatHandlers({
        ...this.#options,
        ...this.#composerParts,
        completions: this.#completions,
        feed: () => this.#feed,
        typedText: this.#typed,
        showMessage: (id) => this.showMessage(id),
      }),
      snapshot: () => this.#snapshot(),
      sessionFor: (request) =>
        isOfSession(request) ? ((sessions.tail ?? sessions.current)?.id ?? '') : undefined,
      logger: services.logger,
    });
    this.#channel = channel;
    this.#showBadge(this.#composer());
    view.webview.onDidReceiveMessage((message) => void this.#receive(channel, message));
    // A hidden view's page is unloaded. When the view is shown again, its new page sends `ready`.
    view.onDidChangeVisibility(() => {
      if (!view.visible) channel.disconnect();
    });
    view.onDidDispose(() => {
      channel.disconnect();
      this.#view = undefined;
      this.#channel = undefined;
    });
    showPage(view.webview, { extension: services.context.extensionUri, name: 'chat', title: 'Longthread' });
    void sessions
      .restore()
      .catch((error: unknown) =>
        services.logger.error(`the last session could not be opened: ${String(error)}`, error),
      );
  }

  /** Shows the view and puts the focus on the requested place. */
  async focus(on: Focus = 'composer'): Promise<void> {
    this.#focus.want(on, this.#shownId);
    await vscode.commands.executeCommand(`${ChatView.id}.focus`);
    this.#focusPending();
  }

  /** Shows the row of a message or an entry of the session that is shown. Returns false if no row exists. */
  async showMessage(id: string): Promise<boolean> {
    const row = this.#feed?.rowOf(id);
    if (row !== undefined) await this.focus({ row });
    return row !== undefined;
  }

  dispose(): void {
    this.#activity.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #receive(channel: HostChannel<ChatDelta>, message: unknown): Promise<void> {
    await channel.receive(message);
    if (this.#view?.visible === true) this.#focusPending();
  }

  /** Moves the focus to the pending place. If the view lacks the pending row, first sends a snapshot with this row. */
  #focusPending(): void {
    if (this.#channel === undefined) return;
    const on = this.#focus.take(this.#shownId);
    if (on === undefined) return;
    if (typeof on === 'object' && this.#feed?.reachBackTo(on.row) === true) this.#channel.reset();
    this.#channel.send({ type: 'focusRequested', on });
  }

  get #shownId(): string {
    return (this.#tail ?? this.#session)?.id ?? '';
  }

  /** Shows another session, or shows the same session again if the whole session must be read again. */
  #shown(session: OpenSession | undefined): void {
    if (session !== undefined && session === this.#session) {
      this.#feed?.reread();
    } else {
      this.#session = session;
      this.#restoreComposer(session);
      this.#setActivity(PREPARING);
      this.#tail = undefined;
      this.#feed = session && this.#feedOf(session.live, () => session.conversation.isBusy);
      this.#feed?.opened();
    }
    this.#reset();
  }

  /** Updates the view after a change of title or lock. Shows only the end of a session that is still being opened. */
  #changed(session: OpenSession | undefined): void {
    const { tail } = this.#options.sessions;
    if (tail === this.#tail) {
      this.#restoreComposer(session);
      this.#sendHeader();
      this.#feed?.update();
    } else if (tail === undefined) {
      this.#shown(session);
    } else {
      this.#tail = tail;
      this.#session = undefined;
      this.attachments.follow(tail.id);
      this.#feed = this.#feedOf(tail, () => false);
      this.#reset();
    }
  }

  /**
   * Shows a session's attachments and the texts that were left in its composer. If another window writes to the
   * session, does not show the texts on disk, since they belong to that window.
   */
  #restoreComposer(session: OpenSession | undefined): void {
    const followed = [session?.id ?? '', session?.live.log.isReadOnly === false] as const;
    this.#unsent.follow(...followed);
    this.#typed.follow(...followed);
    this.attachments.follow(session?.id ?? '');
    this.#options.pending.set(session?.id ?? '', 'attached', this.attachments.tokens);
  }

  #feedOf(live: ThreadSession, isBusy: () => boolean): ThreadFeed {
    const now = (): number => this.#options.services.clock.now();
    const price = () => this.#options.models.chatModel?.profile.price;
    const questions = () => this.#options.approvals.knownDesk(this.#shownId)?.questions ?? [];
    const changes = () => changesIn(this.#options.files.of(this.#shownId), live.log.isReadOnly || isBusy());
    const send = (one: ChatDelta) => this.#channel?.send(one);
    return new ThreadFeed({ live, isBusy, now, price, questions, changes, send });
  }

  #appended(entry: Entry): void {
    this.#feed?.appended(entry);
    this.#setActivity(activityOf(entry));
    if (entry.kind === 'session' || entry.kind === 'model') this.#sendHeader();
    if (entry.kind === 'message' || entry.kind === 'rewind') this.#sendComposer();
    if (entry.kind !== 'run' && entry.kind !== 'recall') this.#sendGauge();
  }

  #happened(event: ConversationEvent): void {
    this.#feed?.happened(event, this.#session?.conversation.isBusy === true);
    if (event.type === 'busy') this.#sendComposer();
    if (event.type === 'gauge') this.#sendGauge();
    this.#setActivity(activityOf(event));
  }

  #setActivity(activity: Activity | undefined): void {
    if (this.#session?.conversation.isBusy !== true) this.#activity.set(undefined);
    else if (activity !== undefined) this.#activity.set(activity);
  }

  #snapshot(): ChatSnapshot {
    const page = this.#feed?.newest() ?? { rows: [], hasEarlier: false, rowCount: 0 };
    return {
      header: chatHeader(this.#session, this.#options),
      ...(this.#session === undefined ? {} : { gauge: gaugeOf(this.#session, this.#options) }),
      ...page,
      composer: this.#composer(),
    };
  }

  #composer(): ComposerView {
    const shown = { session: this.#session, shownId: this.#shownId, isOpening: this.#tail !== undefined };
    const parts = { ...this.#composerParts, typedText: this.#typed, activity: this.#activity };
    return composerView({ ...shown, ...parts }, this.#options);
  }

  #approvalsChanged(session: string): void {
    if (session !== this.#shownId) return;
    this.#feed?.update();
    this.#sendComposer();
  }

  readonly #sendHeader = (): void => {
    this.#channel?.send({ type: 'field', field: 'header', value: chatHeader(this.#session, this.#options) });
    this.#sendComposer();
    this.#sendGauge();
  };

  #reset(): void {
    this.#channel?.reset();
    this.#showBadge(this.#composer());
  }

  readonly #sendComposer = (): void => {
    const composer = this.#composer();
    this.#channel?.send({ type: 'field', field: 'composer', value: composer });
    this.#showBadge(composer);
  };

  /** Shows the number of open questions as a badge on the view's icon. */
  #showBadge(composer: ComposerView): void {
    if (this.#view !== undefined) this.#view.badge = badgeOf(composer, this.#shownId, this.#options);
  }

  #sendGauge(): void {
    if (this.#session === undefined || this.#channel === undefined) return;
    this.#channel.send({ type: 'field', field: 'gauge', value: gaugeOf(this.#session, this.#options) });
  }
}
