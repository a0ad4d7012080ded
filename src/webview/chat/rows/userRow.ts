import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import { fateText } from '../../../shared/fateWords.ts';
import { formatTokenCount } from '../../../shared/format.ts';
import type { UserRow } from '../../../shared/chatView.ts';
import type { AttachmentView } from '../../../shared/composerView.ts';
import { icon, iconButton, linkButton } from '../../base/icon.ts';
import { messageActions } from './messageActions.ts';
import { OpenableRow } from './openableRow.ts';
import { rowStyle } from './rowStyle.ts';

/** A long timeout, since the running answer is stopped first, and the tools of the answer may take a while to end. */
const editTimeoutMs = 600_000;

/**
 * Shows a message of the person: the text, which can be edited, the attachments, the masked secrets and the actions. If
 * a client program wrote the message or added a text to it, shows the program's text as one line that can be opened.
 */
@customElement('lt-user-row')
export class UserRowElement extends OpenableRow {
  static override styles = [
    rowStyle,
    css`
      lt-user-row > .row {
        margin-top: 6px;
        padding-top: 6px;
        padding-bottom: 6px;
        border-top: 1px solid var(--lt-border);
        background: var(--vscode-chat-requestBackground, transparent);
      }
      .item[data-index='0'] > lt-user-row > .row {
        margin-top: 0;
        border-top-color: transparent;
      }
      lt-user-row .said {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      lt-user-row .tokens {
        display: flex;
        flex-wrap: wrap;
        gap: 0 10px;
        margin-top: 2px;
        font-size: 0.92em;
      }
      lt-user-row textarea {
        display: block;
        resize: none;
        field-sizing: content;
        max-height: 50vh;
      }
      lt-user-row .edit-actions {
        display: flex;
        flex-wrap: wrap;
        gap: 0 10px;
        margin-top: 4px;
      }
      lt-user-row .edit-actions > .link-button {
        white-space: nowrap;
      }
      lt-user-row .client-text {
        max-height: 240px;
        overflow: auto;
        margin: 2px 0 4px 20px;
        color: var(--lt-muted);
      }
    `,
  ];

  @property({ attribute: false }) row!: UserRow;
  @state() private edit: string | undefined;

  /**
   * Restores the edit from `host.rows`. Ends the edit if `host.rows` has none, e.g. because the person has removed the
   * message's text with “Forget This Text…”.
   */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('host') || changed.has('row')) this.edit = this.host.rows.get(this.row.id)?.edit?.text;
  }

  override render(): TemplateResult {
    const { away, clientLabel, sentAlong, text } = this.row;
    if (clientLabel !== undefined) return html`<div class="row">${this.folded(clientLabel, text)}</div>`;
    return html`<div
      class="row ${away === undefined ? '' : 'away'}"
      title=${away === undefined ? nothing : fateText(away.fate)}
    >
      <div class="row-head">
        <span class="row-name">You</span>
        ${this.row.isPinned ? html`<span title="Pinned: no compaction touches it">${icon('pinned')}</span>` : nothing}
      </div>
      ${this.edit === undefined ? html`<div class="said" dir="auto">${this.row.text}</div>` : this.editor(this.edit)}
      ${this.attachments()}
      ${sentAlong === undefined ? nothing : this.folded(sentAlong.label, sentAlong.text)}
      ${this.edit === undefined ? [this.secrets(), this.actions()] : nothing}
    </div>`;
  }

  private actions(): TemplateResult {
    const { row, host } = this;
    return html`<div class="row-actions" role="group" aria-label="Message actions">
      ${
        row.isEditable
          ? iconButton({
              icon: 'edit',
              label: 'Edit and ask again from here',
              onClick: () => void this.startEdit(),
            })
          : nothing
      }
      ${messageActions(host, row, row.text)}
    </div>`;
  }

  private editor(text: string): TemplateResult {
    return html`<textarea
        class="text-input"
        dir="auto"
        aria-label="Edit message"
        .value=${text}
        @input=${(event: InputEvent) => this.setEdit((event.target as HTMLTextAreaElement).value)}
        @keydown=${this.onEditKey}
      ></textarea>
      <div class="edit-actions">
        ${linkButton('Ask again', this.sendEdit)} ${linkButton('Cancel', () => void this.endEdit())}
        <span class="muted">Later messages are removed from the conversation but stay in the log.</span>
      </div>`;
  }

  private attachments(): TemplateResult | typeof nothing {
    if (this.row.attachments.length === 0) return nothing;
    return html`<div class="tokens muted">
      ${this.row.attachments.map((attachment) => html`<span class="one-line" title=${nameOf(attachment)}>${nameOf(attachment)}</span>`)}
    </div>`;
  }

  private secrets(): TemplateResult | typeof nothing {
    if (this.row.secrets.length === 0) return nothing;
    return html`<div class="tokens muted">
      ${this.row.secrets.map(
        ({ index, kind }) =>
          html`<span>
            ${icon('lock')} A secret was held back: ${kind}.
            ${linkButton('Send this secret', () => this.host.tell({ type: 'reveal', row: this.row.id, secret: index }))}
            ${linkButton('Why is this masked?', () => this.host.tell({ type: 'explainMask', row: this.row.id, secret: index }))}
          </span>`,
      )}
    </div>`;
  }

  /** Draws one line; a click shows the text below. */
  private folded(label: string, text: string): TemplateResult {
    return html`<button class="fold muted" data-primary aria-expanded=${this.isOpen} @click=${this.toggle}>
        ${icon(this.isOpen ? 'chevron-down' : 'chevron-right')}<span class="one-line">${label}</span>
      </button>
      ${this.isOpen ? html`<div class="said client-text" dir="auto" tabindex="0">${text}</div>` : nothing}`;
  }

  private async startEdit(): Promise<void> {
    this.setEdit(this.row.text);
    await this.updateComplete;
    this.querySelector('textarea')?.focus();
  }

  private async endEdit(): Promise<void> {
    this.setEdit(undefined);
    await this.updateComplete;
    this.querySelector<HTMLElement>('.row-actions .icon-button')?.focus();
  }

  private readonly onEditKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      this.sendEdit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      void this.endEdit();
    }
  };

  private readonly sendEdit = (): void => {
    const text = this.edit?.trim() ?? '';
    if (text !== '') void this.deliver(text);
  };

  /**
   * Sends an edited text. If the host does not accept the text, shows it in the field again, and focuses the field
   * unless another element has the focus by then.
   */
  private async deliver(text: string): Promise<void> {
    this.setEdit(undefined);
    try {
      await this.host.ask({ type: 'edit', row: this.row.id, text }, editTimeoutMs);
    } catch (error) {
      this.setEdit(text);
      this.host.showError(error);
      await this.updateComplete;
      if (document.activeElement === document.body) this.querySelector('textarea')?.focus();
    }
  }

  private setEdit(edit: string | undefined): void {
    this.edit = edit;
    this.remember();
  }

  protected override remember(): void {
    const { isOpen, edit } = this;
    const { id, text } = this.row;
    this.host.rows.set(id, edit === undefined ? { isOpen } : { isOpen, edit: { text: edit, of: text } });
  }
}

function nameOf({ label, tokens }: AttachmentView): string {
  return tokens === undefined ? label : `${label} · ${formatTokenCount(tokens)}`;
}
