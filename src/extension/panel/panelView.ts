import * as vscode from 'vscode';
import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { HostChannel } from '../../shared/hostChannel.ts';
import {
  isOfSession,
  panelRequestSchema,
  type PanelReplies,
  type PanelRequest,
} from '../../shared/panelRequest.ts';
import type { PanelDelta, PanelSnapshot } from '../../shared/panelView.ts';
import { stateDeltas } from '../../shared/stateDelta.ts';
import { watchSession } from '../sessions/watchSession.ts';
import type { ViewParts } from '../parts.ts';
import { openChannel } from '../webviews/viewChannel.ts';
import { showPage } from '../webviews/viewPage.ts';
import { PanelFeed } from './panelFeed.ts';
import { panelHandlers } from './panelHandlers.ts';
import { StrategyComparison } from './strategyComparison.ts';

export interface PanelViewOptions extends ViewParts {
  /** Shows a message in the chat. Returns false if the message has no row there. */
  readonly showMessage: (id: string) => Promise<boolean>;
}

/** The content that the panel shows when it is opened. */
type PanelWish = Pick<PanelSnapshot, 'selectedEvent' | 'isPreviewing' | 'isAsked' | 'shownMessage'>;

const TITLE = 'Longthread: Context';
/** The delay of an update in milliseconds. Several changes in quick succession cause only one update. */
const UPDATE_DELAY_MS = 120;

/**
 * The panel in the editor area, which shows the compactions and the context. A window has one panel. It is restored
 * after a reload.
 */
export class PanelView implements vscode.WebviewPanelSerializer, vscode.Disposable {
  static readonly id = 'longthread.panel';
  readonly #options: PanelViewOptions;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #comparison: StrategyComparison;
  /** The kinds of the entries since the last update. */
  readonly #kinds = new Set<Entry['kind']>();
  #panel: vscode.WebviewPanel | undefined;
  #channel: HostChannel<PanelDelta> | undefined;
  #feed: PanelFeed;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wish: PanelWish = {};

  constructor(options: PanelViewOptions) {
    this.#options = options;
    this.#feed = this.#feedOf(undefined);
    const { services, acting, models, settings } = options;
    this.#comparison = new StrategyComparison({ path: services.workerPath('replayWorker.cjs') });
    this.#subscriptions = [
      vscode.window.registerWebviewPanelSerializer(PanelView.id, this),
      watchSession(acting, {
        shown: (session) => {
          this.#feed = this.#feedOf(session);
          this.#channel?.reset();
        },
        changed: () => {
          if (this.#isShown) this.#feed.infoChanged();
        },
        appended: ({ kind }) => {
          this.#kinds.add(kind);
          this.#updateSoon();
        },
        happened: (event) => this.#happened(event),
      }),
      ...[models, options.pending].map((source) => source.onDidChange(() => this.#updateSoon())),
      settings.onDidChange(() => {
        this.#channel?.reset();
      }),
      options.memories.onOffered(() => this.#feed.memoriesChanged()),
    ];
  }

  /** Opens the panel or brings it to the front. Selects a compaction if its id is given. */
  open(eventId?: string): void {
    this.#reveal(eventId === undefined ? {} : { selectedEvent: eventId });
  }

  /**
   * Opens the panel with the preview of a compaction. With `isAsked`, previews the automatic compaction that waits for
   * the person's answer.
   */
  preview(isAsked = false): void {
    this.#reveal({ isAsked, isPreviewing: true });
  }

  /** Opens the panel and shows a message of the panel's session. */
  showMessage(id: string): void {
    this.#reveal({ shownMessage: id });
  }

  /**
   * Shows the panel with the content that `wish` names. If the panel was closed or hidden, `wish` is sent with the
   * panel's next snapshot.
   */
  #reveal(wish: PanelWish): void {
    this.#wish = wish;
    if (this.#panel === undefined) {
      const kept = keptTabs();
      this.#setUp(vscode.window.createWebviewPanel(PanelView.id, TITLE, vscode.ViewColumn.Active));
      void vscode.window.tabGroups.close(kept);
      return;
    }
    const wasShown = this.#isShown;
    this.#panel.reveal();
    if (!wasShown) return;
    for (const delta of stateDeltas<PanelSnapshot>({}, wish)) this.#channel?.send(delta);
    this.#wish = {};
  }

  /**
   * Restores the panel after a reload and opens the workspace's last session. If another panel was opened before,
   * closes the restored panel instead.
   */
  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    if (this.#panel !== undefined) {
      panel.dispose();
      return Promise.resolve();
    }
    this.#setUp(panel);
    const { sessions, services } = this.#options;
    void sessions
      .restore()
      .catch((error: unknown) =>
        services.logger.error(`the last session could not be opened: ${String(error)}`, error),
      );
    return Promise.resolve();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#panel?.dispose();
  }

  get #isShown(): boolean {
    return this.#panel?.visible === true && this.#channel !== undefined;
  }

  /** Sets up a new or restored panel. */
  #setUp(panel: vscode.WebviewPanel): void {
    const { services, acting } = this.#options;
    const extension = services.context.extensionUri;
    const channel = openChannel<PanelRequest, PanelReplies, PanelSnapshot, PanelDelta>(panel.webview, {
      schema: panelRequestSchema,
      handlers: panelHandlers({
        ...this.#options,
        comparison: this.#comparison,
        memoriesChanged: () => this.#feed.memoriesChanged(),
      }),
      snapshot: () => this.#snapshot(),
      sessionFor: (request) => (isOfSession(request) ? (acting.current?.id ?? '') : undefined),
      logger: services.logger,
    });
    this.#panel = panel;
    this.#channel = channel;
    panel.iconPath = {
      light: vscode.Uri.joinPath(extension, 'media', 'panelLight.svg'),
      dark: vscode.Uri.joinPath(extension, 'media', 'panelDark.svg'),
    };
    panel.webview.onDidReceiveMessage((message) => void channel.receive(message));
    // A hidden panel's page is unloaded. When the panel is shown again, its new page sends `ready`.
    panel.onDidChangeViewState(() => {
      if (panel.visible) return;
      channel.disconnect();
      this.#comparison.cancel();
    });
    panel.onDidDispose(() => {
      channel.disconnect();
      this.#comparison.cancel();
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#channel = undefined;
    });
    showPage(panel.webview, { extension, name: 'panel', title: TITLE });
  }

  #feedOf(session: ViewParts['acting']['current']): PanelFeed {
    return new PanelFeed({
      parts: this.#options,
      session,
      send: (delta) => this.#channel?.send(delta),
    });
  }

  #snapshot(): PanelSnapshot {
    const wish = this.#wish;
    this.#wish = {};
    return { ...this.#feed.snapshot(), ...wish };
  }

  #happened(event: ConversationEvent): void {
    if (event.type === 'gauge' || event.type === 'writing') this.#updateSoon();
  }

  /** Schedules an update. Does nothing while the panel is hidden, since the panel gets a snapshot when it is shown. */
  #updateSoon(): void {
    if (!this.#isShown) {
      this.#kinds.clear();
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const kinds = new Set(this.#kinds);
      this.#kinds.clear();
      if (this.#isShown) this.#feed.update(kinds);
    }, UPDATE_DELAY_MS);
  }
}

/**
 * Returns the panel's tabs from before a reload. The editor restores the panel of such a tab only when the tab is
 * shown, so the tab may be open although `PanelView` has no panel.
 */
function keptTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(PanelView.id));
}
