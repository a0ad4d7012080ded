import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { CompactionRow } from '../../../shared/chatView.ts';
import { formatCount, formatTokens } from '../../../shared/format.ts';
import type { UndoReply } from '../../../shared/protocol.ts';
import '../../base/hint.ts';
import { icon } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import '../../base/undoButton.ts';
import type { ChatHost } from '../chatHost.ts';
import { rowStyle } from './rowStyle.ts';

/** Words for a compaction that no longer affects the context. */
const GONE: Readonly<Partial<Record<CompactionRow['state'], string>>> = {
  undone: 'undone',
  superseded: 'removed when you went back',
};

/** Shows in a framed line what a compaction did, with a button to undo it. Figures appear on hover and on focus. */
@customElement('lt-compaction-row')
export class CompactionRowElement extends LightElement {
  static override styles = [
    rowStyle,
    css`
      lt-compaction-row > .row {
        padding-top: 6px;
        padding-bottom: 6px;
      }
      lt-compaction-row .card {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 8px;
        padding: 3px 8px;
        border: 1px solid var(--vscode-contrastBorder, var(--lt-rule));
        border-radius: 4px;
        color: var(--lt-muted);
      }
      /* If the words and the buttons don't fit into one line, the buttons get a line of their own. */
      lt-compaction-row .done {
        display: flex;
        flex: 1 1 auto;
        gap: 8px;
        min-width: 0;
      }
      lt-compaction-row .done .codicon {
        padding-top: 2px;
      }
      lt-compaction-row .what {
        white-space: normal;
      }
      lt-compaction-row .freed {
        color: var(--vscode-foreground);
      }
      lt-compaction-row .undone .what {
        text-decoration: line-through;
      }
      lt-compaction-row .ways {
        margin-inline-start: auto;
      }
      lt-compaction-row .ways:has([role='alert']) {
        flex: 1 1 100%;
      }
    `,
  ];

  @property({ attribute: false }) row!: CompactionRow;
  @property({ attribute: false }) host!: ChatHost;

  override render(): TemplateResult {
    const { row } = this;
    const figures = `figures-${row.id}`;
    return html`<div class="row">
      <div class="card ${row.state in GONE ? 'undone' : ''}" role="group" aria-describedby=${figures}>
        <span class="done">
          ${icon('fold')}<span class="what figure"><span class="freed">${freed(row)}</span>${kept(row)}</span>
        </span>
        <span class="ways">
          ${this.stateMark()} ${this.seeButton()}
          ${row.canRedo ? html`· <lt-undo way="redo" .run=${this.redo} .showError=${this.host.showError}></lt-undo>` : nothing}
          ${row.canUndo ? html`· <lt-undo .run=${this.undo} .showError=${this.host.showError}></lt-undo>` : nothing}
        </span>
        <lt-hint id=${figures} .lines=${row.figures}></lt-hint>
      </div>
    </div>`;
  }

  private stateMark(): TemplateResult | typeof nothing {
    const { state } = this.row;
    if (state in GONE) return html`<span>${GONE[state]} ·</span>`;
    return state === 'prosePending'
      ? html`<span title="A model is still writing the notes">${icon('edit')}</span>`
      : nothing;
  }

  private seeButton(): TemplateResult {
    const { row, host } = this;
    const see = (): void => host.tell({ type: 'showCompaction', compaction: row.id });
    return html`<button
      type="button"
      class="link-button"
      data-primary
      title="Check this compaction in the panel"
      @click=${see}
    >
      See
    </button>`;
  }

  private readonly redo = (isSure: boolean): Promise<UndoReply> => this.host.ask({ type: 'redo', isSure });

  private readonly undo = (isSure: boolean): Promise<UndoReply> =>
    this.host.ask({ type: 'undo', compaction: this.row.id, isSure });
}

function freed({ tokensBefore, tokensAfter, begun }: CompactionRow): string {
  const tokens = formatTokens(tokensBefore - tokensAfter);
  return begun === 'urgent' ? `Urgent: freed ${tokens}` : `Freed ${tokens}`;
}

function kept({ rulesKept, rulesGone }: CompactionRow): string {
  const all = rulesKept + rulesGone;
  if (all === 0) return '';
  return rulesGone === 0 ? ' · all rules kept' : ` · ${rulesKept} of ${formatCount(all, 'rule')} kept`;
}
