import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { ChangeView, RewindRow } from '../../../shared/chatView.ts';
import type { OriginalText } from '../../../shared/protocol.ts';
import { icon, linkButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import '../../base/originalText.ts';
import type { ChatHost } from '../chatHost.ts';
import { rewindLabel } from './labelOfRow.ts';
import { rowStyle } from './rowStyle.ts';

/** A rewind to an earlier message: one line, under which the removed messages can be read and continued. */
@customElement('lt-rewind-row')
export class RewindRowElement extends LightElement {
  static override styles = [
    rowStyle,
    css`
      lt-rewind-row .opened {
        margin: 2px 0 6px;
      }
      lt-rewind-row .go-on {
        margin-inline-start: 20px;
        font-size: 0.92em;
      }
    `,
  ];

  @property({ attribute: false }) row!: RewindRow;
  @property({ attribute: false }) host!: ChatHost;
  @state() private isOpen = false;
  @state() private original: OriginalText | undefined;

  /** Another row, or another host, remembers no text: it is read anew. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('host') && !changed.has('row')) return;
    const memory = this.host.rows.get(this.row.id);
    this.isOpen = memory?.isOpen ?? false;
    this.original = memory?.original;
    if (this.isOpen && this.original === undefined) void this.read();
  }

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
      ${row.change === undefined ? nothing : this.files(row.change)} ${isOpen ? this.left() : nothing}
    </div>`;
  }

  private files({ isUndone, canUndo }: ChangeView): TemplateResult {
    const [said, action] = isUndone
      ? ['The files are as they were before going back.', 'Put them back again']
      : ['Files were put back as they were then.', 'Undo that'];
    const button = linkButton(action, () => {
      this.host.tell({ type: 'undoFiles', row: this.row.id });
    });
    return html`<div class="go-on muted">${said} ${canUndo ? button : nothing}</div>`;
  }

  private left(): TemplateResult {
    if (this.original === undefined) return html`<div class="opened muted" role="status">Reading…</div>`;
    const { openLink, copy } = this.host;
    return html`<div class="opened">
      <lt-original .original=${this.original} .openLink=${openLink} .copy=${copy}></lt-original>
      <div class="go-on">
        ${linkButton('Go on from there in a session of its own', () => {
          this.host.tell({ type: 'openRewound', row: this.row.id });
        })}
      </div>
    </div>`;
  }

  private readonly toggle = async (): Promise<void> => {
    this.isOpen = !this.isOpen;
    this.remember();
    if (this.isOpen && this.original === undefined) await this.read();
  };

  private async read(): Promise<void> {
    const { host } = this;
    try {
      const original = await host.ask({ type: 'readOriginal', row: this.row.id });
      if (host === this.host) this.original = original;
    } catch (error) {
      this.isOpen = false;
      host.showError(error);
    }
    this.remember();
  }

  private remember(): void {
    const { isOpen, original } = this;
    this.host.rows.set(this.row.id, original === undefined ? { isOpen } : { isOpen, original });
  }
}
