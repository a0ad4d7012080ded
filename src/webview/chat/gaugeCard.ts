import '@vscode-elements/elements/dist/vscode-button/index.js';
import { nothing, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { ChatCommand } from '../../shared/chatRequest.ts';
import { formatPercent, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { gaugeHover } from '../../shared/gaugeHover.ts';
import { categoryClass } from '../base/gaugeColours.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';
import { gaugeCardStyle } from './gaugeCardStyle.ts';
import './largest.ts';

/**
 * The gauge's details: the used tokens by category, the next compaction, the window, the cost, what happens at each
 * tick of the gauge, and a warning if the context is too large. An opened card also shows the actions and the largest
 * messages.
 */
@customElement('lt-gauge-card')
export class GaugeCard extends LightElement {
  static override styles = gaugeCardStyle;

  @property({ attribute: false }) gauge!: GaugeView;
  @property({ attribute: false }) host!: ChatHost;
  /** Whether the card was opened by a click or key rather than by hovering. */
  @property({ type: Boolean, attribute: 'is-open' }) isOpen = false;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;

  override render(): TemplateResult {
    const words = gaugeHover(this.gauge);
    return html`<p class="used">${words.used}</p>
      ${words.overflow === undefined ? nothing : html`<p class="overflow">${icon('warning')} ${words.overflow}</p>`}
      <p>${words.next}</p>
      <table>
        <caption class="for-screen-reader">
          Tokens in the context by kind
        </caption>
        <tbody>
          ${words.categories.map(
            ({ name, tokens, share }) =>
              html`<tr>
                <th scope="row">${swatch(name)}${name}</th>
                <td class="figure">${formatTokens(tokens)}</td>
                <td class="figure muted">${share}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="muted">${words.window}</p>
      ${words.figures.map((figure) => html`<p class="muted">${figure}</p>`)} ${this.ticks()}
      ${this.isOpen ? this.actions() : nothing}`;
  }

  private ticks(): TemplateResult | typeof nothing {
    if (this.gauge.ticks.length === 0) return nothing;
    return html`<p class="muted">
      ${this.gauge.ticks.map(({ fraction, label }) => html`<span class="tick-line">${formatPercent(fraction)}: ${label}</span>`)}
    </p>`;
  }

  private actions(): TemplateResult {
    const { isReadOnly } = this;
    return html`<div class="card-actions">
        <vscode-button ?disabled=${isReadOnly} @click=${this.run('compactNow')}>Compact</vscode-button>
        <vscode-button secondary @click=${this.run('previewCompaction')}>Preview</vscode-button>
        <vscode-button
          secondary
          ?disabled=${isReadOnly}
          title="Postpone compaction until the next threshold, or until a stage is finished"
          @click=${this.run('deferCompaction')}
          >Postpone</vscode-button
        >
        ${linkButton('Open Panel', this.run('openPanel'))}
      </div>
      <lt-largest
        .host=${this.host}
        .revision=${this.gauge.usedTokens}
        ?read-only=${isReadOnly}
      ></lt-largest>`;
  }

  private run(command: ChatCommand): () => void {
    return () => {
      this.dispatchEvent(new CustomEvent('closed'));
      this.host.tell({ type: 'run', command });
    };
  }
}

function swatch(name: Parameters<typeof categoryClass>[0]): TemplateResult {
  return html`<svg class="swatch" width="10" height="10" aria-hidden="true">
    ${svg`<rect class="part ${categoryClass(name)}" width="10" height="10"></rect>`}
  </svg>`;
}
