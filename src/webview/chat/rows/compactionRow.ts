import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CompactionRow } from '../../../shared/chatView.ts';
import { formatTokens } from '../../../shared/format.ts';
import type { UndoReply } from '../../../shared/protocol.ts';
import { LightElement } from '../../base/lightElement.ts';
import { redoButton } from '../../base/undoButton.ts';
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

  override render(): TemplateResult {
    const { row } = this;
    const isUndone = row.state === 'undone';
    return html`<div class="row">
      <div class="line">
        <button
          class="link-button figure ${isUndone ? 'undone' : ''}"
          data-primary
          title="${row.kept}
Click to check it in the panel"
          @click=${this.open}
        >
          compacted ${formatTokens(row.tokensBefore)} → ${formatTokens(row.tokensAfter)} · ${row.strategy}
        </button>
      </div>
      <div class="below muted">${this.wayBack()}</div>
    </div>`;
  }

  private wayBack(): TemplateResult {
    const { row } = this;
    return html`${row.state === 'undone' ? html`<span>undone</span>` : nothing}
    ${row.state === 'prosePending' ? html`<span>a model writes its notes</span>` : nothing}
    ${row.canRedo ? redoButton(this.redo) : nothing}
    ${row.canUndo ? html`<lt-undo .undo=${this.undo} .showError=${this.host.showError}></lt-undo>` : nothing}`;
  }

  private readonly open = (): void => {
    this.host.tell({ type: 'showCompaction', compaction: this.row.id });
  };

  private readonly redo = (): void => {
    this.host.tell({ type: 'redo' });
  };

  private readonly undo = (isSure: boolean): Promise<UndoReply> =>
    this.host.ask({ type: 'undo', compaction: this.row.id, isSure });
}
