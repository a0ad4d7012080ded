import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import { fateText } from '../../../shared/fates.ts';
import type { ToolRow } from '../../../shared/chatView.ts';
import { formatTokens } from '../../../shared/format.ts';
import type { OriginalText } from '../../../shared/protocol.ts';
import { icon, iconButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import '../../base/originalText.ts';
import type { ChatHost } from '../chatHost.ts';
import { changeButtons } from './changesRow.ts';
import { stateWords } from './labelOfRow.ts';
import { bringBackButton } from './messageActions.ts';
import { rowStyle } from './rowStyle.ts';

/** A tool call in one line; a click brings the whole result, also when the context holds only a stub of it. */
@customElement('lt-tool-row')
export class ToolRowElement extends LightElement {
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
      lt-tool-row .argument {
        flex: 1 1 30%;
        min-width: 0;
        font-family: var(--lt-mono);
        font-size: 0.92em;
        color: var(--lt-muted);
      }
      lt-tool-row .outcome {
        flex: 0 1 auto;
        min-width: 0;
        max-width: 65%;
        padding-inline-start: 8px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        font-size: 0.92em;
        color: var(--lt-muted);
      }
      lt-tool-row .failed .outcome,
      lt-tool-row .failed .codicon-error {
        color: var(--lt-error);
      }
      lt-tool-row .opened {
        margin: 2px 0 6px;
      }
    `,
  ];

  @property({ attribute: false }) row!: ToolRow;
  @property({ attribute: false }) host!: ChatHost;
  @state() private isOpen = false;
  @state() private original: OriginalText | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const memory = this.host.rows.get(this.row.id);
    this.isOpen = memory?.isOpen ?? false;
    this.original = memory?.original;
  }

  /** Another host remembers no text: a snapshot came, and what this one says may have been forgotten. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.hasUpdated || !changed.has('host')) return;
    this.original = this.host.rows.get(this.row.id)?.original;
    if (this.isOpen && this.original === undefined) void this.read();
  }

  override render(): TemplateResult {
    const { row } = this;
    return html`<div class="row ${row.status} ${row.away === undefined ? '' : 'away'}">
      <button
        class="fold"
        data-primary
        aria-expanded=${this.isOpen}
        title=${this.tooltip()}
        @click=${this.toggle}
      >
        ${this.mark()}
        <span class="tool-name">${row.name}</span>
        <span class="argument one-line">${row.mainArgument}</span>
        ${row.isPinned ? icon('pinned') : nothing}
        <span class="outcome figure">${this.outcome()}</span>
      </button>
      ${this.actions()} ${this.isOpen ? this.result() : nothing}
    </div>`;
  }

  private actions(): TemplateResult | typeof nothing {
    const { row, host } = this;
    if (row.status === 'running' && row.name === 'run_command') return this.background();
    if (row.away?.canBringBack !== true && !row.isPinned && row.change === undefined) return nothing;
    const unpin = iconButton({
      icon: 'pinned',
      label: 'Unpin',
      isPressed: true,
      onClick: () => {
        host.tell({ type: 'pin', row: row.id, on: false });
      },
    });
    return html`<div class="row-actions" role="group" aria-label="Message actions">
      ${row.change === undefined ? nothing : [this.diffButton(), ...changeButtons(host, row.id, row.change)]}
      ${row.isPinned ? unpin : bringBackButton(host, row)}
    </div>`;
  }

  private diffButton(): TemplateResult {
    return iconButton({
      icon: 'diff',
      label: 'Compare with what stood there before',
      onClick: () => {
        this.host.tell({ type: 'openDiff', row: this.row.id });
      },
    });
  }

  /** The model goes on without the command's end. */
  private background(): TemplateResult {
    return html`<div class="row-actions" role="group" aria-label="Command actions">
      ${iconButton({
        icon: 'run-all',
        label: 'Continue in background',
        onClick: () => {
          this.host.tell({ type: 'run', command: 'continueInBackground' });
        },
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
    const tokens = row.tokens === undefined ? '' : `\n${formatTokens(row.tokens)} tokens`;
    const away = row.away === undefined ? '' : `\n${fateText(row.away.fate)}`;
    return `${row.name} ${row.mainArgument}${outcome}${tokens}${away}`;
  }

  private result(): TemplateResult {
    if (this.original === undefined) return html`<div class="opened muted" role="status">Reading…</div>`;
    const { openLink, copy } = this.host;
    return html`<div class="opened">
      <lt-original .original=${this.original} .openLink=${openLink} .copy=${copy}></lt-original>
    </div>`;
  }

  private readonly toggle = async (): Promise<void> => {
    if (this.row.status === 'running') return;
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
