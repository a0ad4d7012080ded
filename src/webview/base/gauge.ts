import { css, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from './html.ts';
import { formatPercent, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { gaugeFigure, gaugeHover } from '../../shared/gaugeHover.ts';
import { categoryClass, categoryPatterns, categoryStyle } from './gaugeColours.ts';
import { LightElement } from './lightElement.ts';

/**
 * Shows how full the context is: a bar with a part for each category, and with a tick at each threshold, e.g. where an
 * automatic compaction starts. The percentage is beside the bar. If the context is too large, a sentence below the bar
 * replaces the percentage.
 */
@customElement('lt-gauge')
export class Gauge extends LightElement {
  static override styles = [
    categoryStyle,
    css`
      lt-gauge {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
        min-width: 0;
      }
      lt-gauge svg {
        flex: 1 1 60px;
        min-width: 0;
        height: 8px;
        overflow: visible;
      }
      lt-gauge .track {
        fill: var(--vscode-foreground);
        opacity: 0.12;
      }
      lt-gauge .tick {
        stroke: var(--vscode-foreground);
        stroke-width: 1px;
        opacity: 0.6;
      }
      lt-gauge .percent {
        min-width: 4ch;
        text-align: end;
      }
      /* If the context is too large, a sentence below the bar replaces the percentage. */
      lt-gauge .overflowing {
        flex: 1 0 100%;
        min-width: 0;
        text-align: start;
        white-space: normal;
      }
      lt-gauge .aggressive {
        color: var(--lt-warning);
      }
      lt-gauge .emergency {
        color: var(--lt-error);
      }
      .vscode-high-contrast lt-gauge .track {
        fill: none;
        opacity: 1;
        stroke: var(--vscode-contrastBorder);
      }
    `,
  ];

  @property({ attribute: false }) gauge: GaugeView | undefined;

  override render(): TemplateResult | typeof nothing {
    const gauge = this.gauge;
    if (gauge === undefined) return nothing;
    const isOver = gauge.usedTokens > gauge.usableTokens;
    return html`<svg role="img" aria-label=${inWords(gauge)}>
        ${categoryPatterns()}
        <rect class="track" width="100%" height="8" rx="1"></rect>
        <g>${parts(gauge)}</g>
        ${gauge.ticks.map((tick) => tickMark(tick.fraction))}
      </svg>
      <span class="figure percent ${gauge.tier} ${isOver ? 'overflowing' : ''}">${gaugeFigure(gauge)}</span>`;
  }
}

/** Draws the categories one after the other. Together, they fill the used share of the bar, at most the whole bar. */
function parts(gauge: GaugeView): readonly TemplateResult[] {
  const counted = gauge.categories.reduce((sum, { tokens }) => sum + tokens, 0);
  // The category counts seldom add up to the provider's count of the context, so the parts are scaled to that count.
  const filled = 100 * Math.min(1, gauge.usedTokens / Math.max(1, gauge.usableTokens));
  const scale = filled / Math.max(1, counted);
  let start = 0;
  return gauge.categories
    .filter(({ tokens }) => tokens > 0)
    .map(({ name, tokens }) => {
      const width = tokens * scale;
      const part = svg`<rect
        class="part ${categoryClass(name)}"
        x="${start}%"
        width="${width}%"
        height="8"
      ></rect>`;
      start += width;
      return part;
    });
}

function tickMark(fraction: number): TemplateResult {
  const x = `${Math.min(1, fraction) * 100}%`;
  return svg`<line class="tick" x1=${x} x2=${x} y1="-2" y2="10"></line>`;
}

/** Returns the gauge in words for a screen reader. */
function inWords(gauge: GaugeView): string {
  const { used, window, overflow, next, figures, categories } = gaugeHover(gauge);
  return [
    used,
    window,
    overflow,
    next,
    ...gauge.ticks.map(({ fraction, label }) => `${formatPercent(fraction)}: ${label}`),
    ...categories.map(({ name, tokens }) => `${name}: ${formatTokens(tokens)}`),
    ...figures,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}
