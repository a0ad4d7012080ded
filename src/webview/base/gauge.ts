import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatPercent, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { LightElement } from './lightElement.ts';

/** The bar's own units across; it is stretched to the width there is. */
const across = 1_000;

/** How full the context is: a bar by category with ticks at the thresholds, and the percent beside it. */
@customElement('lt-gauge')
export class Gauge extends LightElement {
  static override styles = css`
    lt-gauge {
      display: flex;
      align-items: center;
      gap: 8px;
      min-width: 0;
    }
    lt-gauge svg {
      flex: 1;
      min-width: 0;
      height: 6px;
      overflow: visible;
    }
    lt-gauge .track {
      fill: var(--vscode-foreground);
      opacity: 0.12;
    }
    lt-gauge .part {
      fill: var(--vscode-progressBar-background);
    }
    lt-gauge .part:nth-of-type(even) {
      opacity: 0.62;
    }
    lt-gauge .tick {
      stroke: var(--vscode-foreground);
      stroke-width: 1px;
      opacity: 0.6;
      vector-effect: non-scaling-stroke;
    }
    lt-gauge .percent {
      min-width: 4ch;
      text-align: end;
    }
    lt-gauge .aggressive {
      color: var(--lt-warning);
    }
    lt-gauge .emergency {
      color: var(--lt-error);
    }
    .vscode-high-contrast lt-gauge .track,
    .vscode-high-contrast-light lt-gauge .track {
      fill: none;
      opacity: 1;
      stroke: var(--vscode-contrastBorder);
      vector-effect: non-scaling-stroke;
    }
  `;

  @property({ attribute: false }) gauge: GaugeView | undefined;

  override render(): TemplateResult | typeof nothing {
    const gauge = this.gauge;
    if (gauge === undefined) return nothing;
    const percent = formatPercent(gauge.usedTokens / gauge.usableTokens);
    return html`<svg
        viewBox="0 0 ${across} 6"
        preserveAspectRatio="none"
        role="img"
        aria-label=${describe(gauge)}
      >
        <title>${describe(gauge)}</title>
        <rect class="track" width=${across} height="6" rx="1"></rect>
        <g>${parts(gauge)}</g>
        ${gauge.ticks.map((tick) => tickMark(tick.fraction))}
      </svg>
      <span class="figure percent ${gauge.tier}">${gauge.isEstimated ? '~' : ''}${percent}</span>`;
  }
}

/** Gaps between parts narrower than this would make a barcode of them. */
const SMALLEST_APART = 10;

/** Categories one after the other, together as long as what is used; the bar ends at the usable window. */
function parts(gauge: GaugeView): readonly TemplateResult[] {
  const counted = gauge.categories.reduce((sum, { tokens }) => sum + tokens, 0);
  // The provider's figure for the whole seldom equals the sum of what was counted: the parts share it out.
  const filled = across * Math.min(1, gauge.usedTokens / Math.max(1, gauge.usableTokens));
  const scale = filled / Math.max(1, counted);
  let start = 0;
  return gauge.categories
    .filter(({ tokens }) => tokens > 0)
    .map(({ tokens }) => {
      const width = tokens * scale;
      const gap = width < SMALLEST_APART ? 0 : 2;
      const part = svg`<rect class="part" x=${start} width=${width - gap} height="6"></rect>`;
      start += width;
      return part;
    });
}

function tickMark(fraction: number): TemplateResult {
  const x = Math.min(1, fraction) * across;
  return svg`<line class="tick" x1=${x} x2=${x} y1="-2" y2="8"></line>`;
}

/** The gauge in words: the tooltip, and what a screen reader says. */
export function describe(gauge: GaugeView): string {
  const lines = [
    `${formatTokens(gauge.usedTokens)} of ${formatTokens(gauge.usableTokens)} usable tokens` +
      (gauge.isEstimated ? ' (estimated)' : ''),
    `Window ${formatTokens(gauge.windowTokens)}${gauge.isAssumedWindow ? ' (assumed)' : ''}`,
    gauge.nextCompactionAt === undefined
      ? 'No automatic compaction'
      : `Next compaction at ${formatTokens(gauge.nextCompactionAt)}`,
    ...gauge.ticks.map(({ fraction, label }) => `At ${formatPercent(fraction)} it ${label}`),
    ...gauge.categories
      .filter(({ tokens }) => tokens > 0)
      .map(({ name, tokens }) => `${name}: ${formatTokens(tokens)}`),
  ];
  if (gauge.overflow !== undefined) lines.push(gauge.overflow);
  return lines.join('\n');
}
