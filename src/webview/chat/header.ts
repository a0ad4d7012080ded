import './gaugeButton.ts';
import '../base/rules.ts';
import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { html } from '../base/html.ts';
import { titleParts } from '../../shared/branchTitle.ts';
import type { ChatHeader } from '../../shared/chatView.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';
import type { RulesHost } from '../base/rules.ts';
import { CardButton } from './cardButton.ts';
import { headerCardStyle } from './gaugeCardStyle.ts';

/** The lines above the thread: the session, its model, the rules, the gauge of the context, and notices. */
@customElement('lt-header')
export class Header extends LightElement {
  static override styles = css`
    lt-header {
      display: block;
      padding: 4px 8px 6px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-header .first-line {
      display: flex;
      align-items: center;
      gap: 4px;
    }
    lt-header .plain {
      display: flex;
      align-items: center;
      gap: 2px;
      min-width: 0;
      height: 22px;
      padding: 0 4px;
      border-radius: 4px;
    }
    lt-header .plain:hover {
      background: var(--vscode-toolbar-hoverBackground);
    }
    lt-header .session {
      flex: 1;
      font-weight: 600;
      text-align: start;
    }
    lt-header .model {
      flex: 0 1 auto;
      max-width: 50%;
      color: var(--lt-muted);
    }
    lt-header .plain .codicon {
      flex: none;
      font-size: 14px;
      color: var(--vscode-icon-foreground);
    }
    lt-header .read-only {
      display: flex;
      flex-wrap: wrap;
      gap: 0 8px;
      padding: 2px 4px 0;
      color: var(--lt-muted);
      font-size: 0.92em;
    }
  `;

  @property({ attribute: false }) header!: ChatHeader;
  @property({ attribute: false }) gauge: GaugeView | undefined;
  @property({ attribute: false }) host!: ChatHost;
  @property({ type: Boolean, attribute: 'sessions-open' }) areSessionsOpen = false;

  override render(): TemplateResult {
    const { header, host } = this;
    const [name, ending] = titleParts(header.title === '' ? 'New session' : header.title);
    return html`<div class="first-line">
        <button
          class="plain session"
          title="${header.title === '' ? 'New session' : header.title}
Click for all sessions"
          aria-expanded=${this.areSessionsOpen}
          @click=${() => this.dispatchEvent(new CustomEvent('sessions-toggled'))}
        >
          <span class="one-line" dir="auto">${name}</span>${ending}
          ${icon(this.areSessionsOpen ? 'chevron-up' : 'chevron-down')}
        </button>
        <button
          class="plain model"
          title=${header.model === undefined ? 'Connect a model' : `Model ${header.model}; click to choose`}
          @click=${() => host.tell({ type: 'run', command: header.model === undefined ? 'connect' : 'chooseModel' })}
        >
          <span class="one-line">${header.model ?? 'no model'}</span>${icon('chevron-down')}
        </button>
        ${keyed(
          header.sessionId,
          html`<lt-rules-button .host=${host} ?read-only=${header.readOnly !== undefined}></lt-rules-button>`,
        )}
      </div>
      ${this.gaugeLine()} ${this.origin()} ${this.readOnly()}`;
  }

  private gaugeLine(): TemplateResult | typeof nothing {
    const { gauge } = this;
    return gauge === undefined
      ? nothing
      : html`<lt-gauge-button
          .gauge=${gauge}
          .host=${this.host}
          ?read-only=${this.header.readOnly !== undefined}
        ></lt-gauge-button>`;
  }

  private origin(): TemplateResult | typeof nothing {
    const { origin } = this.header;
    return origin === undefined
      ? nothing
      : html`<div class="read-only"><span>${icon('history')} ${origin}</span></div>`;
  }

  private readOnly(): TemplateResult | typeof nothing {
    const { readOnly } = this.header;
    if (readOnly === undefined) return nothing;
    return html`<div class="read-only" role="status">
      <span>${icon('lock')} ${readOnly.reason}</span>
      ${
        readOnly.takeOver === undefined
          ? nothing
          : linkButton(readOnly.takeOver, () => this.host.tell({ type: 'run', command: 'takeOver' }))
      }
    </div>`;
  }
}

/**
 * A button that opens the list of the person's rules. The header creates a new button for each session. Otherwise, an
 * open list would still show the rules of the previous session.
 */
@customElement('lt-rules-button')
export class RulesButton extends CardButton {
  static override styles = headerCardStyle;

  @property({ attribute: false }) host!: ChatHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;

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
              <lt-rules
                @loaded=${this.focusFirst}
                .host=${this.rulesHost}
                ?read-only=${this.isReadOnly}
              ></lt-rules>
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
