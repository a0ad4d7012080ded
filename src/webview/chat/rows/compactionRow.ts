import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { CompactionRow } from '../../../shared/chatView.ts';
import { formatTokens } from '../../../shared/format.ts';
import type { UndoReply } from '../../../shared/protocol.ts';
import { icon, linkButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import type { ChatHost } from '../chatHost.ts';
import { rowStyle } from './rowStyle.ts';

/** Where a compaction happened: a calm line across the thread, with what it did and a way back. */
@customElement('lt-compaction-row')
export class CompactionRowElement extends LightElement {
  static override styles = [
    rowStyle,
    css`
      lt-compaction-row .line {
        display: flex;
        align-items: center;
        gap: 8px;
        color: var(--lt-muted);
      }
      lt-compaction-row .line::before,
      lt-compaction-row .line::after {
        content: '';
        flex: 1;
        min-width: 8px;
        border-top: 1px solid var(--vscode-contrastBorder, var(--lt-rule));
      }
      lt-compaction-row > .row {
        padding-top: 8px;
        padding-bottom: 8px;
      }
      lt-compaction-row .line .link-button {
        color: inherit;
      }
      lt-compaction-row .undone {
        text-decoration: line-through;
      }
      lt-compaction-row .below {
        display: flex;
        flex-wrap: wrap;
        justify-content: center;
        gap: 0 10px;
        font-size: 0.92em;
      }
    `,
  ];

  @property({ attribute: false }) row!: CompactionRow;
  @property({ attribute: false }) host!: ChatHost;
  @state() private question: Extract<UndoReply, { readonly outcome: 'builtOn' }> | undefined;

  override render(): TemplateResult {
    const { row } = this;
    const isUndone = row.state === 'undone';
    return html`<div class="row">
      <div class="line">
        <button
          class="link-button figure ${isUndone ? 'undone' : ''}"
          data-primary
          title=${row.kept}
          @click=${this.open}
        >
          compacted ${formatTokens(row.tokensBefore)} → ${formatTokens(row.tokensAfter)} · ${row.strategy}
        </button>
      </div>
      <div class="below muted">
        ${this.question === undefined ? this.wayBack() : this.confirm(this.question)}
      </div>
    </div>`;
  }

  private wayBack(): TemplateResult {
    const { row } = this;
    return html`${row.state === 'undone' ? html`<span>undone</span>` : nothing}
    ${row.state === 'prosePending' ? html`<span>summary pending</span>` : nothing}
    ${
      row.canUndo
        ? html`<span>
            ${icon('discard')}
            ${linkButton('Undo', () => void this.undo(false), 'Bring back what the context held before')}
          </span>`
        : nothing
    }`;
  }

  private confirm(question: { readonly laterCount: number; readonly sentence: string }): TemplateResult {
    return html`<span role="alert">${question.sentence}</span>
      ${linkButton(`Undo this and ${question.laterCount} later`, () => void this.undo(true))}
      ${linkButton('Keep', () => {
        this.question = undefined;
      })}`;
  }

  private readonly open = (): void => {
    this.host.tell({ type: 'showCompaction', compaction: this.row.id });
  };

  private async undo(withLater: boolean): Promise<void> {
    try {
      const reply = await this.host.ask({ type: 'undo', compaction: this.row.id, withLater });
      this.question = reply.outcome === 'builtOn' ? reply : undefined;
    } catch (error) {
      this.host.showError(error);
    }
  }
}
