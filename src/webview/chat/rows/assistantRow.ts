import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import { fateText } from '../../../shared/fateWords.ts';
import type { AssistantRow } from '../../../shared/chatView.ts';
import { icon } from '../../base/icon.ts';
import '../../markdown/markdown.ts';
import { messageActions } from './messageActions.ts';
import { OpenableRow } from './openableRow.ts';
import { rowStyle } from './rowStyle.ts';

/** The model's answer as Markdown, with the collapsed reasoning above the answer. */
@customElement('lt-assistant-row')
export class AssistantRowElement extends OpenableRow {
  static override styles = [
    rowStyle,
    css`
      lt-assistant-row > .row {
        padding-top: 4px;
        padding-bottom: 6px;
      }
      lt-assistant-row .reasoning {
        margin: 2px 0 6px 7px;
        padding-inline-start: 12px;
        border-inline-start: 1px solid var(--lt-border);
        color: var(--lt-muted);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      lt-assistant-row .ended {
        margin-top: 4px;
        font-size: 0.92em;
      }
      lt-assistant-row .waiting {
        display: inline-block;
        width: 2px;
        height: 1em;
        background: var(--vscode-foreground);
        vertical-align: text-bottom;
        animation: lt-waiting 1.2s steps(2, jump-none) infinite;
      }
      @keyframes lt-waiting {
        to {
          opacity: 0;
        }
      }
    `,
  ];

  @property({ attribute: false }) row!: AssistantRow;

  override render(): TemplateResult {
    const { row, host } = this;
    return html`<div
      class="row ${row.away === undefined ? '' : 'away'}"
      title=${row.away === undefined ? nothing : fateText(row.away.fate)}
    >
      ${row.reasoning === '' ? nothing : this.reasoning()}
      <lt-markdown .source=${row.markdown} ?streaming=${row.isStreaming} .actions=${host}></lt-markdown>
      ${row.isStreaming && row.markdown === '' ? html`<span class="waiting"></span>` : nothing}
      ${row.ended === undefined ? nothing : html`<div class="ended muted">${icon('info')} ${row.ended}</div>`}
      ${row.isStreaming || row.markdown === '' ? nothing : this.actions()}
    </div>`;
  }

  private reasoning(): TemplateResult {
    const { row } = this;
    const title = row.isStreaming && row.markdown === '' ? 'Thinking' : 'Thought';
    return html`<button class="fold muted" data-primary aria-expanded=${this.isOpen} @click=${this.toggle}>
        ${icon(this.isOpen ? 'chevron-down' : 'chevron-right')}<span>${title}</span>
      </button>
      ${this.isOpen ? html`<div class="reasoning" dir="auto">${row.reasoning}</div>` : nothing}`;
  }

  private actions(): TemplateResult {
    const { row, host } = this;
    return html`<div class="row-actions" role="group" aria-label="Message actions">
      ${messageActions(host, row, row.markdown)}
    </div>`;
  }
}
