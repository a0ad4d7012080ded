import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatCost, formatPercent, formatTokens } from '../../shared/format.ts';
import type { ComparisonRow } from '../../shared/panelView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { detailStyle } from './detailStyle.ts';
import type { PanelHost } from './panelHost.ts';

/** The whole session is replayed once for every strategy. */
const comparisonTimeoutMs = 600_000;

/** This session replayed under each strategy: what it would have sent, cost and known. */
@customElement('lt-comparison')
export class Comparison extends LightElement {
  static override styles = detailStyle;

  @property({ attribute: false }) host!: PanelHost;
  @property() strategy = '';
  @state() private rows: readonly ComparisonRow[] | undefined;
  @state() private hasFailed = false;

  protected override firstUpdated(): void {
    void this.load();
  }

  /** Nobody reads what is still being replayed. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.rows === undefined && !this.hasFailed) this.cancel();
  }

  override render(): TemplateResult {
    return html`<h2>Strategies on this session</h2>
      <p class="muted">
        Replayed step by step. Facts: the share of steps whose needed facts stood in the context.
      </p>
      ${this.rows === undefined ? this.waiting() : [remark(this.rows), this.table(this.rows)]}`;
  }

  private waiting(): TemplateResult {
    return html`<p class="muted" role="status">
      ${
        this.hasFailed
          ? ['Not replayed. ', linkButton('Replay', () => void this.load())]
          : [icon('loading', true), ' Replaying… ', linkButton('Stop', this.cancel)]
      }
    </p>`;
  }

  private readonly cancel = (): void => {
    this.host.tell({ type: 'cancelComparison' });
  };

  private table(rows: readonly ComparisonRow[]): TemplateResult {
    const heads = ['strategy', 'facts', 'cost', 'sent', 'cached', 'rewritten', 'peak', 'runs', 'calls'];
    return html`<div class="figures-scroll" tabindex="0" role="region" aria-label="Strategies compared">
      <table class="figures">
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => this.row(row))}
        </tbody>
      </table>
    </div>`;
  }

  private row(row: ComparisonRow): TemplateResult {
    const cells = [
      formatPercent(row.coveredSteps),
      row.cost === undefined ? '–' : formatCost(row.cost),
      formatTokens(row.sentTokens),
      formatTokens(row.cachedTokens),
      formatTokens(row.rewrittenTokens),
      formatTokens(row.peakTokens),
      String(row.compactions),
      String(row.modelCalls),
    ];
    return html`<tr class=${row.strategy === this.strategy ? 'current' : ''}>
      <th scope="row">${row.strategy}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`;
  }

  private async load(): Promise<void> {
    this.hasFailed = false;
    try {
      this.rows = await this.host.ask({ type: 'compareStrategies' }, comparisonTimeoutMs);
    } catch (error) {
      this.hasFailed = true;
      this.host.showError(error);
    }
  }
}

/** Rows that are all the same need a reason. */
function remark(rows: readonly ComparisonRow[]): TemplateResult | typeof nothing {
  if (rows.some(({ compactions }) => compactions > 0)) return nothing;
  return html`<p>The session fits the model’s window as it is, so no strategy had anything to do.</p>`;
}
