import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatCost, formatPercent, formatTokens } from '../../shared/format.ts';
import type { ComparisonRow, StrategyView } from '../../shared/panelView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { bestStrategies, cheapestFirst, verdict } from './bestStrategy.ts';
import { detailStyle } from './detailStyle.ts';
import type { PanelHost } from './panelHost.ts';

/** A long timeout, since the whole session is replayed once for each strategy. */
const comparisonTimeoutMs = 600_000;

interface Column {
  readonly head: string;
  readonly meaning: string;
  readonly cell: (row: ComparisonRow) => string;
}

const cost: Column = {
  head: 'Cost',
  meaning: 'US dollars at the model’s prices',
  cell: (row) => (row.cost === undefined ? '–' : formatCost(row.cost)),
};

const columns: readonly Column[] = [
  cost,
  {
    head: 'Steps with all facts',
    meaning: 'Share of steps in which the context had all the facts that were needed',
    cell: ({ coveredSteps }) => formatPercent(coveredSteps),
  },
  { head: 'Sent', meaning: 'Tokens of all requests', cell: ({ sentTokens }) => formatTokens(sentTokens) },
  {
    head: 'From the cache',
    meaning: 'Tokens already in the provider’s prompt cache',
    cell: ({ cachedTokens }) => formatTokens(cachedTokens),
  },
  {
    head: 'Sent again',
    meaning: 'Tokens sent again because an earlier message changed, so that the cache could not be used',
    cell: ({ rewrittenTokens }) => formatTokens(rewrittenTokens),
  },
  {
    head: 'Largest request',
    meaning: 'Tokens of the largest request',
    cell: ({ peakTokens }) => formatTokens(peakTokens),
  },
  {
    head: 'Compactions',
    meaning: 'How often the context was made smaller',
    cell: ({ compactions }) => String(compactions),
  },
  {
    head: 'Notes by a model',
    meaning: 'How often a model was asked to write notes',
    cell: ({ modelCalls }) => String(modelCalls),
  },
];

/** Replays this session under each strategy, and compares what each strategy would have cost, sent and kept. */
@customElement('lt-comparison')
export class Comparison extends LightElement {
  static override styles = [
    detailStyle,
    css`
      lt-comparison {
        display: block;
        container-type: inline-size;
      }
      .compared,
      .compared tbody {
        display: block;
      }
      .compared tr {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(92px, 1fr));
        gap: 2px 12px;
        align-items: end;
        padding: 8px 0;
        border-top: 1px solid var(--lt-border);
      }
      .compared th .muted {
        font-weight: normal;
      }
      .compared th:first-child {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 8px;
        width: auto;
        max-width: none;
        padding: 0;
      }
      .compared .use {
        margin-inline-start: auto;
      }
      .compared td {
        padding: 2px 0;
        text-align: start;
        white-space: normal;
      }
      .compared td::before {
        display: block;
        content: attr(data-head);
        font-size: 0.92em;
        color: var(--lt-muted);
      }
      .compared td:first-of-type {
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
  @property() strategy = '';
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  /** The id of the newest item in the context. If this id changes, the comparison is outdated. */
  @property() newest = '';
  /** The id of the newest item when the replay for the shown comparison began. */
  private replayedTo = '';
  @state() private rows: readonly ComparisonRow[] | undefined;
  @state() private isReplaying = true;

  protected override firstUpdated(): void {
    void this.load();
  }

  /** Cancels a running replay, since its result would not be shown. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.isReplaying) this.cancel();
  }

  override render(): TemplateResult {
    return html`<h2 tabindex="-1">Strategies on this session</h2>
      <p class="muted">
        Longthread replays this session step by step with each strategy, to compare the costs and how much was
        kept.
      </p>
      ${this.replayState()}
      ${this.rows === undefined ? nothing : [remark(this.rows, this.strategy), this.table(this.rows)]}`;
  }

  /**
   * Draws the state of the replay, and a button that starts, stops or repeats the replay. All states share one button
   * element, so that the button keeps the focus. Draws nothing if the shown comparison is up to date.
   */
  private replayState(): TemplateResult | typeof nothing {
    const { rows, isReplaying } = this;
    if (rows !== undefined && !isReplaying && this.newest === this.replayedTo) return nothing;
    const [words, label] = isReplaying
      ? [[icon('loading', true), ' Replaying…'], 'Stop']
      : rows === undefined
        ? ['Not replayed.', 'Replay']
        : ['The session has continued since then.', 'Compare again'];
    return html`<p class="muted" role="status">
      ${words} ${linkButton(label, isReplaying ? this.cancel : () => void this.load())}
    </p>`;
  }

  private readonly cancel = (): void => this.host.tell({ type: 'cancelComparison' });

  private table(rows: readonly ComparisonRow[]): TemplateResult {
    const isPriced = rows.some((row) => row.cost !== undefined);
    const shown = columns.filter((column) => isPriced || column !== cost);
    const best = bestStrategies(rows);
    return html`<table class="figures compared" role="table" aria-label="Strategies on this session">
      <tbody role="rowgroup">
        ${cheapestFirst(rows).map((row) => this.row(row, shown, best.length === 1 && row === best[0]))}
      </tbody>
    </table>`;
  }

  private row(row: ComparisonRow, shown: readonly Column[], isBest: boolean): TemplateResult {
    const isUsed = row.strategy === this.strategy;
    return html`<tr role="row" class=${isUsed ? 'current' : ''}>
      <th role="rowheader" title=${this.strategies.find(({ id }) => id === row.strategy)?.description ?? ''}>
        <span>${row.strategy}</span>
        ${isBest ? html`<span class="muted">${icon('star-full')} best for this session</span>` : nothing}
        <span class="use"
          >${isUsed ? html`<span class="muted">in use</span>` : this.useButton(row.strategy)}</span
        >
      </th>
      ${shown.map(
        ({ head, meaning, cell }) =>
          html`<td role="cell" data-head=${head} title=${meaning}>
            <span class="for-screen-reader">${head}:</span> ${cell(row)}
          </td>`,
      )}
    </tr>`;
  }

  private useButton(strategy: string): TemplateResult | typeof nothing {
    if (this.isReadOnly) return nothing;
    return html`<button
      type="button"
      class="link-button"
      aria-label="Use this: ${strategy}"
      @click=${() => this.host.tell({ type: 'chooseStrategy', strategy })}
    >
      Use this
    </button>`;
  }

  /** Loads a comparison. The earlier comparison stays until the new one is complete. */
  private async load(): Promise<void> {
    const { newest } = this;
    this.isReplaying = true;
    try {
      this.rows = await this.host.ask({ type: 'compareStrategies' }, comparisonTimeoutMs);
      this.replayedTo = newest;
    } catch (error) {
      this.host.showError(error);
    }
    const hadFocus = this.contains(document.activeElement);
    this.isReplaying = false;
    await this.updateComplete;
    if (hadFocus && !this.contains(document.activeElement)) this.querySelector('h2')?.focus();
  }
}

/** Draws a sentence on the best strategies, or on why no strategy would have compacted. */
function remark(rows: readonly ComparisonRow[], inUse: string): TemplateResult {
  if (rows.every(({ compactions }) => compactions === 0)) {
    return html`<p>
      No strategy would have compacted this session automatically: the whole session fits the model’s window.
      Compactions that you started yourself are not counted here.
    </p>`;
  }
  return html`<p class="best">${verdict(rows, inUse)}</p>`;
}
