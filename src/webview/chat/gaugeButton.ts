import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import '../base/gauge.ts';
import { CardButton } from './cardButton.ts';
import type { ChatHost } from './chatHost.ts';
import './gaugeCard.ts';
import { headerCardStyle } from './gaugeCardStyle.ts';

/** Milliseconds until the details appear on hover, as in the editor's own hovers. */
const hoverMs = 500;

/** The gauge above the thread. Hovering shows the details; a click also shows the actions. */
@customElement('lt-gauge-button')
export class GaugeButton extends CardButton {
  static override styles = [
    headerCardStyle,
    css`
      lt-gauge-button .gauge-button {
        display: block;
        width: 100%;
        min-height: 20px;
        padding: 0 4px;
        border-radius: 4px;
        font-size: 0.92em;
      }
      lt-gauge-button .gauge-button:hover {
        background: var(--vscode-toolbar-hoverBackground);
      }
    `,
  ];

  @property({ attribute: false }) gauge!: GaugeView;
  @property({ attribute: false }) host!: ChatHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  private timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  override render(): TemplateResult {
    const isOpen = this.shown === 'open';
    return html`<button
        class="gauge-button"
        aria-haspopup="dialog"
        aria-expanded=${isOpen}
        @click=${isOpen ? this.close : this.openNow}
        @mouseenter=${this.onEnter}
        @mouseleave=${this.onLeave}
      >
        <lt-gauge .gauge=${this.gauge}></lt-gauge>
      </button>
      ${this.shown === 'none' ? nothing : this.card(isOpen)}`;
  }

  private card(isOpen: boolean): TemplateResult {
    return html`<lt-gauge-card
      class="header-card"
      tabindex="-1"
      role=${isOpen ? 'dialog' : nothing}
      aria-label=${isOpen ? 'Context' : nothing}
      aria-hidden=${isOpen ? nothing : 'true'}
      .gauge=${this.gauge}
      .host=${this.host}
      ?is-open=${isOpen}
      ?read-only=${this.isReadOnly}
      @closed=${this.close}
    ></lt-gauge-card>`;
  }

  private readonly openNow = (): Promise<void> => {
    clearTimeout(this.timer);
    return this.open();
  };

  private readonly onEnter = (): void => {
    if (this.shown !== 'none') return;
    this.timer = window.setTimeout(() => {
      this.shown = 'hover';
    }, hoverMs);
  };

  private readonly onLeave = (): void => {
    clearTimeout(this.timer);
    if (this.shown === 'hover') this.shown = 'none';
  };
}
