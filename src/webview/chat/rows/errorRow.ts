import { css, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { ChatCommand } from '../../../shared/chatRequest.ts';
import type { ErrorAction, ErrorRow } from '../../../shared/chatView.ts';
import { icon, linkButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import type { ChatHost } from '../chatHost.ts';
import { rowStyle } from './rowStyle.ts';

/** An error, shown where it occurred in the thread, with buttons to go on. */
@customElement('lt-error-row')
export class ErrorRowElement extends LightElement {
  static override styles = [
    rowStyle,
    css`
      lt-error-row > .row {
        display: grid;
        grid-template-columns: 16px 1fr;
        gap: 0 6px;
        padding-top: 6px;
        padding-bottom: 6px;
      }
      lt-error-row .codicon {
        padding-top: 2px;
      }
      lt-error-row .codicon-error {
        color: var(--vscode-errorForeground);
      }
      lt-error-row .ways-out {
        grid-column: 2;
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
      }
    `,
  ];

  @property({ attribute: false }) row!: ErrorRow;
  @property({ attribute: false }) host!: ChatHost;

  override render(): TemplateResult {
    const { row } = this;
    return html`<div class="row">
      ${icon(row.isUnexplained === true ? 'info' : 'error')}
      <div>${row.sentence}</div>
      <div class="ways-out">
        ${row.actions.map(({ action, label }) => linkButton(label, () => this.act(action)))}
      </div>
    </div>`;
  }

  private act(action: ErrorAction): void {
    if (action === 'retry') this.host.tell({ type: 'retry', row: this.row.id });
    else this.host.tell({ type: 'run', command: action satisfies ChatCommand });
  }
}
