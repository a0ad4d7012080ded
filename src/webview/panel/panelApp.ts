import { nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { html } from '../base/html.ts';
import { formatTokenCount } from '../../shared/format.ts';
import { applyDelta } from '../../shared/stateDelta.ts';
import type { PanelReplies, PanelRequest } from '../../shared/panelRequest.ts';
import type { CompactionView, PanelDelta, PanelSnapshot } from '../../shared/panelView.ts';
import { baseStyle } from '../base/baseStyle.ts';
import { iconButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { connectToHost, HostError, type HostConnection } from '../hostConnection.ts';
import './comparison.ts';
import './contextList.ts';
import './eventDetail.ts';
import { panelAppStyle } from './panelAppStyle.ts';
import { panelHead } from './panelHead.ts';
import type { PanelHost } from './panelHost.ts';
import './messageDetail.ts';
import {
  askedContent,
  isPreviewOutdated,
  shownEvent,
  stateFrom,
  withoutAnswered,
  type Shown,
} from './panelState.ts';
import './previewDetail.ts';
import { KeptPreview, type PreviewWork } from './previewWork.ts';
import { sideSections } from './sideSections.ts';
import { timeline } from './timeline.ts';

/** A long timeout, since the host may first ask the person a question, e.g. what a finished stage was about. */
const tellTimeoutMs = 600_000;

/**
 * The panel. Shows the events, the context, and the selected compaction, a message or a comparison of strategies. The
 * preview of a compaction replaces all of these.
 */
@customElement('lt-panel')
export class PanelApp extends LightElement {
  static override styles = [baseStyle, panelAppStyle];

  @state() private panel: PanelSnapshot | undefined;
  @state() private shown: Shown = 'event';
  @state() private message = '';
  /** Increases with each snapshot, and with each change of a value on which a preview depends. */
  @state() private revision = 0;
  private host!: PanelHost;
  private connection!: HostConnection<PanelRequest, PanelReplies>;
  private kept!: KeptPreview;

  override connectedCallback(): void {
    super.connectedCallback();
    this.connection = connectToHost<PanelRequest, PanelReplies, PanelSnapshot, PanelDelta>({
      sessionOf: ({ sessionId }) => sessionId,
      onSnapshot: this.onSnapshot,
      onDeltas: this.onDeltas,
    });
    const { ask } = this.connection;
    this.kept = new KeptPreview(this.connection);
    this.host = {
      ask,
      showError: this.showError,
      tell: (request) => {
        this.message = '';
        ask(request, tellTimeoutMs).catch(this.showError);
      },
      showMessage: (message) => this.host.tell({ type: 'showInChat', message }),
    };
  }

  override render(): TemplateResult {
    const { panel } = this;
    if (panel === undefined) return html`<p class="none muted" role="status">Opening…</p>`;
    // The elements are keyed by session, so that no item stays open in another session, which may use the same ids.
    return html`${this.head(panel)}
    ${this.message === '' ? nothing : html`<div class="panel-message" role="alert">${this.message}</div>`}
    ${keyed(panel.sessionId, this.columns(panel))}`;
  }

  private columns(panel: PanelSnapshot): TemplateResult {
    if (this.shown === 'preview') return html`<div class="columns preview">${this.preview(panel)}</div>`;
    return html`<div class="columns" data-shown=${this.shown}>
      <div class="side">
        <div class="happened">
          <div class="column">
            <h2 class="pane-title">Events</h2>
            ${this.events(panel)}
          </div>
          <div class="column sections">${sideSections(panel, this.host)}</div>
        </div>
        <div class="column context">${this.context(panel)}</div>
      </div>
      <div class="column selected">${this.selection(panel)}</div>
    </div>`;
  }

  private head(panel: PanelSnapshot): TemplateResult {
    const onStop = (): void => this.host.tell({ type: 'cancelCompaction' });
    const onCompare = this.opener('comparison');
    const isPreviewing = this.shown === 'preview';
    return panelHead({ panel, isPreviewing, onStop, onCompact: this.openPreview, onCompare });
  }

  private events(panel: PanelSnapshot): TemplateResult {
    return timeline({
      items: panel.timeline,
      selected: this.shown === 'event' ? this.selected(panel)?.id : undefined,
      gauge: panel.gauge,
      onSelect: this.select,
    });
  }

  private context(panel: PanelSnapshot): TemplateResult {
    const tokens = panel.context.reduce((sum, item) => sum + item.tokens, 0);
    return html`<h2 class="pane-title">
        Context now ${tokens === 0 ? nothing : html`<span class="figure">${formatTokenCount(tokens)}</span>`}
      </h2>
      ${
        panel.context.length === 0
          ? html`<p class="none muted">
              No messages yet. Everything that the model sees will be listed here.
            </p>`
          : html`<lt-context
              .items=${panel.context}
              .host=${this.host}
              ?read-only=${panel.readOnlyReason !== undefined}
            ></lt-context>`
      }`;
  }

  private selection(panel: PanelSnapshot): TemplateResult {
    const titles = { event: 'Selected', comparison: 'Comparison', message: 'Message', preview: '' } as const;
    const title = titles[this.shown];
    // Closing a message or a comparison returns to the preview, if the preview is still open.
    const close = iconButton({
      icon: 'close',
      label: `Close ${title.toLowerCase()}`,
      onClick: this.opener(this.kept.of(panel.sessionId).isOpen ? 'preview' : 'event'),
    });
    return html`<h2 class="pane-title"><span>${title}</span>${this.shown === 'event' ? nothing : close}</h2>
      <div class="detail" tabindex="-1">${this.detail(panel)}</div>`;
  }

  private detail(panel: PanelSnapshot): unknown {
    const { host, shown } = this;
    const isReadOnly = panel.readOnlyReason !== undefined;
    if (shown === 'comparison') {
      return html`<lt-comparison
        .host=${host}
        .strategies=${panel.strategies}
        .strategy=${panel.strategy}
        .newest=${panel.context.at(-1)?.id ?? ''}
        ?read-only=${isReadOnly || panel.ledNote !== undefined}
      ></lt-comparison>`;
    }
    if (shown === 'message' && panel.shownMessage !== undefined)
      return html`<lt-message
        .host=${host}
        .message=${panel.shownMessage}
        .revision=${panel.context}
        ?read-only=${isReadOnly}
      ></lt-message>`;
    const event = this.selected(panel);
    return event === undefined
      ? html`<p class="muted">
          After a compaction, you can check here what became of each message, what the notes say and what can
          be looked up.
        </p>`
      : keyed(
          event.id,
          html`<lt-event
            .event=${event}
            .host=${host}
            .revision=${panel.context}
            .writing=${panel.writing}
            ?read-only=${isReadOnly}
          ></lt-event>`,
        );
  }

  /**
   * Draws the preview over the whole width of the panel. If `isAsked` changes, creates a new element, which starts with
   * the stored choices.
   */
  private preview(panel: PanelSnapshot): TemplateResult {
    const { sessionId } = panel;
    const isAsked = panel.isAsked === true;
    return html`<h2 class="pane-title">Preview</h2>
      ${keyed(
        isAsked,
        html`<lt-preview
          .host=${this.host}
          .strategies=${panel.strategies}
          .sessionStrategy=${panel.strategy}
          .startingWork=${this.kept.of(sessionId).work}
          .usableTokens=${panel.gauge?.usableTokens ?? 0}
          .context=${panel.context}
          .revision=${this.revision}
          ?asked=${isAsked}
          ?led=${panel.ledNote !== undefined}
          ?read-only=${panel.readOnlyReason !== undefined}
          @changed=${({ detail }: CustomEvent<PreviewWork>) => this.kept.keep(sessionId, { work: detail })}
          @closed=${this.closePreview}
          @applied=${() => this.showApplied(sessionId)}
        ></lt-preview>`,
      )}`;
  }

  private selected(panel: PanelSnapshot): CompactionView | undefined {
    const id = shownEvent(panel);
    const item = panel.timeline.find((each) => each.id === id);
    return item?.type === 'compaction' ? item : undefined;
  }

  private readonly onSnapshot = (snapshot: PanelSnapshot): void => {
    const before = this.panel;
    const kept = this.kept.of(snapshot.sessionId);
    this.panel = stateFrom(snapshot, before, kept);
    this.revision += 1;
    // Checks the fields of `snapshot`, not of `this.panel`, where `stateFrom` also keeps fields of the earlier state.
    const asked = askedContent((field) => snapshot[field] !== undefined && snapshot[field] !== false);
    const isOther = snapshot.sessionId !== before?.sessionId;
    if (asked !== undefined) this.turnTo(asked);
    else if (isOther) this.turnTo(kept.isOpen ? 'preview' : 'event');
  };

  private readonly onDeltas = (deltas: readonly PanelDelta[]): void => {
    const before = this.panel;
    if (before === undefined) return;
    this.panel = withoutAnswered(deltas.reduce(applyDelta, before), before);
    if (isPreviewOutdated(this.panel, before)) this.revision += 1;
    const asked = askedContent((wanted) => deltas.some(({ field }) => field === wanted));
    if (asked !== undefined) this.turnTo(asked);
  };

  /**
   * Shows other content, and clears the error message about the earlier content. Stores whether the preview is open.
   * The stored state depends on `this.panel`, so set `this.panel` first.
   */
  private turnTo(shown: Shown): void {
    this.shown = shown;
    this.message = '';
    if (shown === 'preview') this.kept.open(this.session, this.panel?.isAsked === true);
    if (shown === 'event') this.kept.leave(this.session);
  }

  private get session(): string {
    return this.panel?.sessionId ?? '';
  }

  private readonly select = (id: string): void => {
    if (this.panel === undefined) return;
    this.panel = { ...this.panel, selectedEvent: id };
    this.turnTo('event');
  };

  /** Closes the preview of a session. If that session is still shown, selects its newest compaction. */
  private showApplied(session: string): void {
    this.kept.end(session);
    if (this.panel?.sessionId !== session) return;
    this.panel = { ...this.panel, selectedEvent: undefined };
    this.turnTo('event');
    void this.focusOn('.detail');
  }

  private readonly closePreview = (): void => {
    this.kept.end(this.session);
    this.turnTo('event');
    void this.focusOn('.head-buttons vscode-button');
  };

  /** Focuses the first match of the selector after the next update. Used when the focused element is removed. */
  private async focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Opens an ordinary preview, even if the person is being asked about a compaction. */
  private readonly openPreview = (): void => {
    if (this.panel !== undefined) this.panel = { ...this.panel, isAsked: false };
    this.opener('preview')();
  };

  /** Returns a click handler that shows other content. */
  private opener(shown: Shown): () => void {
    return () => {
      this.turnTo(shown);
      this.querySelector('.columns')?.scrollTo(0, 0);
    };
  }

  private readonly showError = (error: unknown): void => {
    if (!(error instanceof HostError)) throw error;
    if (!error.isCancelled) this.message = error.message;
  };
}
