import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatCost, formatPercent, formatTokens } from '../../shared/format.ts';
import type { ComparisonRow, StrategyView } from '../../shared/panelView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { detailStyle } from './detailStyle.ts';
import type { PanelHost } from './panelHost.ts';

/** The whole session is replayed once for every strategy. */
const comparisonTimeoutMs = 600_000;

interface Column {
  readonly head: string;
  readonly meaning: string;
  readonly cell: (row: ComparisonRow) => string;
}

const columns: readonly Column[] = [
  {
    head: 'cost',
    meaning: 'US dollars at the model’s prices',
    cell: ({ cost }) => (cost === undefined ? '–' : formatCost(cost)),
  },
  {
    head: 'facts',
    meaning: 'Share of steps for which what they needed to know stood in the context',
    cell: ({ coveredSteps }) => formatPercent(coveredSteps),
  },
  {
    head: 'sent',
    meaning: 'Tokens of all requests',
    cell: ({ sentTokens }) => formatTokens(sentTokens),
  },
  {
    head: 'cached',
    meaning: 'Tokens that a provider’s prefix cache holds already',
    cell: ({ cachedTokens }) => formatTokens(cachedTokens),
  },
  {
    head: 'rewritten',
    meaning: 'Tokens sent before that follow a change, so that no cache holds them',
    cell: ({ rewrittenTokens }) => formatTokens(rewrittenTokens),
  },
  {
    head: 'peak',
    meaning: 'Tokens of the largest request',
    cell: ({ peakTokens }) => formatTokens(peakTokens),
  },
  { head: 'runs', meaning: 'Compactions', cell: ({ compactions }) => String(compactions) },
  { head: 'calls', meaning: 'Calls to a model for its notes', cell: ({ modelCalls }) => String(modelCalls) },
];

/** This session replayed under each strategy: what it would have sent, cost and known. */
@customElement('lt-comparison')
export class Comparison extends LightElement {
  static override styles = [
    detailStyle,
    css`
      lt-comparison {
        display: block;
        container-type: inline-size;
      }
      .compared th:first-child {
        width: auto;
        max-width: none;
      }
      lt-comparison .legend {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 1px 12px;
        margin: 14px 0 0;
        font-size: 0.92em;
      }
      lt-comparison dd {
        margin: 0;
      }
      /* No room for all columns: a block for each strategy, its figures in columns under their names. */
      @container (max-width: 520px) {
        .compared,
        .compared tbody {
          display: block;
        }
        .compared thead {
          display: none;
        }
        .compared tr {
          display: grid;
          grid-template-columns: repeat(4, 1fr);
          padding: 6px 0;
          border-top: 1px solid var(--lt-border);
        }
        .compared th:first-child {
          grid-column: 1 / -1;
          padding: 0;
        }
        .compared td {
          padding: 2px 0;
          text-align: start;
        }
        .compared td::before {
          display: block;
          content: attr(data-head);
          font-size: 0.92em;
          color: var(--lt-muted);
        }
      }
    `,
  ];

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
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
      <p class="muted">What this session would have come to under each, replayed step by step.</p>
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
    const isPriced = rows.some(({ cost }) => cost !== undefined);
    const shown = columns.filter(({ head }) => isPriced || head !== 'cost');
    return html`<table class="figures compared">
        <thead>
          <tr>
            <th scope="col">strategy</th>
            ${shown.map(({ head, meaning }) => html`<th scope="col" title=${meaning}>${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => this.row(row, shown))}
        </tbody>
      </table>
      <dl class="legend muted">
        ${shown.map(
          ({ head, meaning }) =>
            html`<dt>${head}</dt>
              <dd>${meaning}</dd>`,
        )}
        <dt>bold</dt>
        <dd>This session’s strategy</dd>
      </dl>`;
  }

  private row(row: ComparisonRow, shown: readonly Column[]): TemplateResult {
    return html`<tr class=${row.strategy === this.strategy ? 'current' : ''}>
      <th scope="row" title=${this.strategies.find(({ id }) => id === row.strategy)?.description ?? ''}>
        ${row.strategy}
      </th>
      ${shown.map(
        ({ head, meaning, cell }) => html`<td data-head=${head} title=${meaning}>${cell(row)}</td>`,
      )}
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
