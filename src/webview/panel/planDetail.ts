import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatTokens } from '../../shared/format.ts';
import type { PreviewView, StrategyView } from '../../shared/panelView.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { HostError } from '../hostConnection.ts';
import { detailStyle } from './detailStyle.ts';
import { passTable } from './figures.ts';
import type { PanelHost } from './panelHost.ts';
import { planRows, planRowsStyle } from './planRows.ts';

/** A plan over a session of a million tokens takes a while to count. */
const previewTimeoutMs = 120_000;
/** While an agent works the session changes all the time: planning takes a fifth of the time at most. */
const restPerWork = 4;

/** What a compaction would do, before it is done: choose how, see what changes, then do it. Fires `closed`, or `asked`. */
@customElement('lt-plan')
export class PlanDetail extends LightElement {
  static override styles = [detailStyle, planRowsStyle];

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
  /** The strategy that the session uses by itself. */
  @property() sessionStrategy = '';
  @state() private strategy = '';
  @property({ type: Boolean }) frozen = false;
  /** Another value each time the session changed: the plan is made anew then. */
  @property({ type: Number }) revision = 0;
  @state() private preview: PreviewView | undefined;
  @state() private problem = '';
  private instructions = '';
  private isLoading = false;
  private isStale = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.strategy = this.sessionStrategy;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) void this.load();
  }

  override render(): TemplateResult {
    return html`<h2>Before it happens</h2>
      <div class="field">
        <label for="strategy">Strategy</label>
        <vscode-single-select id="strategy" label="Strategy" .value=${this.strategy} @change=${this.choose}>
          ${this.strategies.map(
            ({ id, description }) =>
              html`<vscode-option value=${id} description=${description} ?selected=${id === this.strategy}
                >${id}</vscode-option
              >`,
          )}
        </vscode-single-select>
        <span class="muted">${this.strategies.find(({ id }) => id === this.strategy)?.description}</span>
      </div>
      <div class="field">
        <label for="instructions">Instructions for the notes</label>
        <input
          id="instructions"
          class="text-input"
          placeholder="What must not be lost…"
          @input=${(event: InputEvent) => {
            this.instructions = (event.target as HTMLInputElement).value;
          }}
        />
      </div>
      ${this.plan()}
      <div class="buttons-line">
        <vscode-button ?disabled=${this.frozen} @click=${this.compact}>Compact Now</vscode-button>
        <vscode-button secondary @click=${this.close}>Cancel</vscode-button>
        ${
          this.strategy === this.sessionStrategy || this.frozen
            ? nothing
            : linkButton('Use for this session', () => {
                this.host.tell({ type: 'chooseStrategy', strategy: this.strategy });
              })
        }
      </div>`;
  }

  private readonly choose = (event: Event): void => {
    this.strategy = (event.target as HTMLSelectElement).value;
    this.preview = undefined;
    void this.load();
  };

  private readonly compact = (): void => {
    this.host.tell({ type: 'compact', strategy: this.strategy, instructions: this.instructions });
    this.dispatchEvent(new CustomEvent('asked'));
  };

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed'));
  };

  private plan(): TemplateResult {
    if (this.problem !== '') return html`<p role="status">${this.problem}</p>`;
    if (this.preview === undefined) return html`<p class="muted" role="status">Planning…</p>`;
    return plan(this.preview);
  }

  /** One plan at a time; what changed while it was made is in the next one. */
  private async load(): Promise<void> {
    this.isStale = true;
    if (this.isLoading) return;
    this.isLoading = true;
    while (this.isStale && this.isConnected) {
      this.isStale = false;
      const startedAt = performance.now();
      await this.loadOnce();
      await pause((performance.now() - startedAt) * restPerWork);
    }
    this.isLoading = false;
  }

  private async loadOnce(): Promise<void> {
    const { strategy, instructions } = this;
    try {
      const preview = await this.host.ask({ type: 'preview', strategy, instructions }, previewTimeoutMs);
      if (strategy !== this.strategy) return;
      this.preview = preview;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.problem = error.message;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function plan(preview: PreviewView): TemplateResult {
  return html`<p class="figure wrap">
      ${formatTokens(preview.tokensBefore)} → ${formatTokens(preview.tokensAfter)} tokens ·
      ${preview.messagesBefore} → ${preview.messagesAfter} messages
    </p>
    ${preview.mostTokensWithSummary === undefined ? nothing : summaryNote(preview.mostTokensWithSummary)}
    ${preview.remark === undefined ? nothing : html`<p class="muted">${preview.remark}</p>`}
    ${passTable(preview.passes)} ${preview.items.length === 0 ? nothing : planRows(preview)}`;
}

function summaryNote(mostTokens: number): TemplateResult {
  return html`<p class="muted">
    This much at once; with the model’s notes, which follow, ${formatTokens(mostTokens)} tokens at most.
  </p>`;
}
