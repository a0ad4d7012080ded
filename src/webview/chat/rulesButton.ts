import { nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { icon } from '../base/icon.ts';
import '../base/rules.ts';
import type { RulesHost } from '../base/rules.ts';
import { CardButton } from './cardButton.ts';
import type { ChatHost } from './chatHost.ts';
import { headerCardStyle } from './gaugeCardStyle.ts';

/** The person's rules, one click away from the thread. */
@customElement('lt-rules-button')
export class RulesButton extends CardButton {
  static override styles = headerCardStyle;

  @property({ attribute: false }) host!: ChatHost;
  /** Whether the session is read-only. */
  @property({ type: Boolean }) frozen = false;

  override render(): TemplateResult {
    const isOpen = this.shown === 'open';
    return html`<button
        class="icon-button"
        aria-haspopup="dialog"
        aria-expanded=${isOpen}
        aria-label="Your rules"
        title="Your rules"
        @click=${isOpen ? this.close : this.open}
      >
        ${icon('law')}
      </button>
      ${
        isOpen
          ? html`<div class="header-card" role="dialog" aria-label="Your rules" tabindex="-1">
              <lt-rules @loaded=${this.focusFirst} .host=${this.rulesHost} ?frozen=${this.frozen}></lt-rules>
            </div>`
          : nothing
      }`;
  }

  private readonly rulesHost: RulesHost = {
    ask: (request) => this.host.ask(request),
    showMessage: (message) => {
      this.close();
      this.host.tell({ type: 'showMessage', message });
    },
    showError: (error) => this.host.showError(error),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'lt-rules-button': RulesButton;
  }
}
