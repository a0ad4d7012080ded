import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { FileChangeView, RewindRow } from '../../../shared/chatView.ts';
import { icon, linkButton } from '../../base/icon.ts';
import { rewindLabel } from './labelOfRow.ts';
import { OriginalRow } from './openableRow.ts';
import { rowStyle } from './rowStyle.ts';

/**
 * A rewind to an earlier message, in one line, with a second line if files were restored. The open row also shows the
 * removed messages, which the person can continue in a new session.
 */
@customElement('lt-rewind-row')
export class RewindRowElement extends OriginalRow {
  static override styles = [
    rowStyle,
    css`
      lt-rewind-row .go-on {
        margin-inline-start: 20px;
        font-size: 0.92em;
      }
    `,
  ];

  @property({ attribute: false }) row!: RewindRow;

  override render(): TemplateResult {
    const { row, isOpen } = this;
    return html`<div class="row">
      <button
        class="fold muted"
        data-primary
        aria-expanded=${isOpen}
        title=${rewindLabel(row)}
        @click=${this.toggle}
      >
        ${icon(isOpen ? 'chevron-down' : 'chevron-right')}<span class="one-line">${rewindLabel(row)}</span>
      </button>
      ${row.change === undefined ? nothing : this.files(row.change)} ${isOpen ? this.removed() : nothing}
    </div>`;
  }

  private files({ isUndone, canUndo }: FileChangeView): TemplateResult {
    const [said, action] = isUndone
      ? [
          'The restore was undone. The files are as they were before you went back.',
          'Restore the files again',
        ]
      : ['The files were restored to this point of the chat.', 'Undo this restore'];
    const button = linkButton(action, () => this.host.tell({ type: 'undoFiles', row: this.row.id }));
    return html`<div class="go-on muted">${said} ${canUndo ? button : nothing}</div>`;
  }

  private removed(): TemplateResult {
    const goOn = linkButton('Continue these messages in a new session', () =>
      this.host.tell({ type: 'openRewound', row: this.row.id }),
    );
    return this.openedText(html`<div class="go-on">${goOn}</div>`);
  }
}
