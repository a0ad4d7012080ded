import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import { fateText } from '../../../shared/fateWords.ts';
import type { ToolRow } from '../../../shared/chatView.ts';
import { formatTokenCount } from '../../../shared/format.ts';
import { icon, iconButton } from '../../base/icon.ts';
import { changeButtons } from './changesRow.ts';
import { stateWords } from './labelOfRow.ts';
import { bringBackButton } from './messageActions.ts';
import { OriginalRow } from './openableRow.ts';
import { rowStyle } from './rowStyle.ts';

/** An error message with more lines is treated as the output of a program. */
const MOST_LINES = 5;

/** A tool call in one line. A click shows the whole result, even if the context has only a shortened one. */
@customElement('lt-tool-row')
export class ToolRowElement extends OriginalRow {
  static override styles = [
    rowStyle,
    css`
      lt-tool-row > .row {
        padding-top: 0;
        padding-bottom: 0;
      }
      lt-tool-row .tool-name {
        font-family: var(--lt-mono);
        font-size: 0.92em;
      }
      /* The argument gets only the width that the outcome leaves: the outcome says more than the end of a long path. */
      lt-tool-row .argument {
        flex: 1 1 0;
        min-width: 4em;
        font-family: var(--lt-mono);
        font-size: 0.92em;
        color: var(--lt-muted);
      }
      lt-tool-row .outcome {
        flex: 0 1 auto;
        min-width: 0;
        padding-inline-start: 8px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        font-size: 0.92em;
        color: var(--lt-muted);
      }
      /* The outcome of a failed call is a sentence. If there is no room beside the call, it is shown below the call. */
      lt-tool-row .failed .fold {
        flex-wrap: wrap;
        height: auto;
        min-height: 22px;
        row-gap: 0;
        text-align: start;
      }
      lt-tool-row .failed .argument {
        flex-basis: 30%;
      }
      lt-tool-row .failed .outcome {
        padding-inline-start: 20px;
        white-space: normal;
      }
      lt-tool-row .failed .outcome,
      lt-tool-row .failed .codicon-error {
        color: var(--lt-error);
      }
    `,
  ];

  @property({ attribute: false }) row!: ToolRow;

  override render(): TemplateResult {
    const { row } = this;
    return html`<div class="row ${row.status} ${row.away === undefined ? '' : 'away'}">
      <button
        class="fold"
        data-primary
        aria-expanded=${this.isOpen}
        title=${this.tooltip()}
        @click=${row.status === 'running' ? nothing : this.toggle}
      >
        ${this.mark()}
        <span class="tool-name">${row.name}</span>
        <span class="argument one-line">${row.mainArgument}</span>
        ${row.isPinned ? icon('pinned') : nothing}
        <span class="outcome figure">${this.outcome()}</span>
      </button>
      ${this.actions()} ${this.isOpen ? this.openedText() : nothing}
    </div>`;
  }

  private actions(): TemplateResult | typeof nothing {
    const { row, host } = this;
    if (row.status === 'running' && row.name === 'run_command') return this.backgroundButton();
    if (row.away?.canBringBack !== true && !row.isPinned && row.change === undefined) return nothing;
    const unpin = iconButton({
      icon: 'pinned',
      label: 'Unpin',
      isPressed: true,
      onClick: () => host.tell({ type: 'pin', row: row.id, on: false }),
    });
    return html`<div class="row-actions" role="group" aria-label="Message actions">
      ${row.change === undefined ? nothing : [this.diffButton(), ...changeButtons(host, row.id, row.change)]}
      ${row.isPinned ? unpin : bringBackButton(host, row)}
    </div>`;
  }

  /** Returns true for a short error message. Long lines in the output of a failed program don't wrap. */
  protected override wraps(text: string): boolean {
    return this.row.status === 'failed' && text.split('\n', MOST_LINES + 1).length <= MOST_LINES;
  }

  private diffButton(): TemplateResult {
    return iconButton({
      icon: 'diff',
      label: 'Compare with the earlier text',
      onClick: () => this.host.tell({ type: 'openDiff', row: this.row.id }),
    });
  }

  /** Draws the button that lets the model continue while the command is still running. */
  private backgroundButton(): TemplateResult {
    return html`<div class="row-actions" role="group" aria-label="Command actions">
      ${iconButton({
        icon: 'run-all',
        label: 'Continue in background',
        onClick: () => this.host.tell({ type: 'run', command: 'continueInBackground' }),
      })}
    </div>`;
  }

  private mark(): TemplateResult {
    if (this.row.status === 'running') return icon('loading', true);
    if (this.row.status === 'waiting') return icon('question');
    if (this.row.status === 'failed') return icon('error');
    return icon(this.isOpen ? 'chevron-down' : 'chevron-right');
  }

  private outcome(): string {
    const { outcome, change } = this.row;
    return `${outcome}${stateWords(change)}`;
  }

  private tooltip(): string {
    const { row } = this;
    const outcome = row.outcome === '' ? '' : `\n${row.outcome}`;
    const tokens = row.tokens === undefined ? '' : `\n${formatTokenCount(row.tokens)}`;
    const away = row.away === undefined ? '' : `\n${fateText(row.away.fate)}`;
    return `${row.name} ${row.mainArgument}${outcome}${tokens}${away}`;
  }
}
