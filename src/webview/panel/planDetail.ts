import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatTokens } from '../../shared/format.ts';
import type { PreviewView, StrategyView } from '../../shared/panelView.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { detailStyle } from './detailStyle.ts';
import { passTable } from './figures.ts';
import { treatmentMeanings } from './meanings.ts';
import type { PanelHost } from './panelHost.ts';

/** A plan over a session of a million tokens takes a while to count. */
const previewTimeoutMs = 120_000;

/** What a compaction would do, before it is done: choose how, see what changes, then do it. Fires `closed`. */
@customElement('lt-plan')
export class PlanDetail extends LightElement {
  static override styles = detailStyle;

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
  /** The strategy that the session uses by itself. */
  @property() sessionStrategy = '';
  @state() private strategy = '';
  @property({ type: Boolean }) frozen = false;
  @state() private preview: PreviewView | undefined;
  private instructions = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.strategy = this.sessionStrategy;
    void this.load();
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
        <label for="instructions">Instructions for the summary</label>
        <input
          id="instructions"
          class="text-input"
          placeholder="What must not be lost…"
          @input=${(event: InputEvent) => {
            this.instructions = (event.target as HTMLInputElement).value;
          }}
        />
      </div>
      ${this.preview === undefined ? html`<p class="muted" role="status">Planning…</p>` : plan(this.preview)}
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
    void this.load();
  };

  private readonly compact = (): void => {
    this.host.tell({ type: 'compact', strategy: this.strategy, instructions: this.instructions });
    this.close();
  };

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed'));
  };

  private async load(): Promise<void> {
    const { strategy, instructions } = this;
    this.preview = undefined;
    try {
      const preview = await this.host.ask({ type: 'preview', strategy, instructions }, previewTimeoutMs);
      if (strategy === this.strategy) this.preview = preview;
    } catch (error) {
      this.host.showError(error);
    }
  }
}

function plan(preview: PreviewView): TemplateResult {
  return html`<p class="figure wrap">
      ${formatTokens(preview.tokensBefore)} → ${formatTokens(preview.tokensAfter)} tokens ·
      ${preview.messagesBefore} → ${preview.messagesAfter} messages
    </p>
    ${preview.remark === undefined ? nothing : html`<p class="muted">${preview.remark}</p>`}
    ${passTable(preview.passes)} ${preview.items.length === 0 ? nothing : changes(preview)}`;
}

function changes({ items }: PreviewView): TemplateResult {
  return html`<h3>What would change</h3>
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">message</th>
          <th scope="col">becomes</th>
          <th scope="col" title="Its tokens now">before</th>
          <th scope="col" title="Its tokens in the context afterwards">after</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          ({ label, to, tokensBefore, tokensAfter }) =>
            html`<tr>
              <th scope="row" title=${label}>${label}</th>
              <td class="muted" title=${treatmentMeanings[to]}>${to}</td>
              <td>${formatTokens(tokensBefore)}</td>
              <td>${formatTokens(tokensAfter)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
