import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { SourcedLine } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/originalText.ts';
import type { PanelHost } from './panelHost.ts';

const marksShown = 3;

/**
 * A line of a summary or of the notes. At most three marks follow the line. Each mark opens one of the line's source
 * messages. If some source messages have no mark, their number follows, e.g. `+2`.
 */
@customElement('lt-line')
export class SourcedLineElement extends LightElement {
  static override styles = css`
    lt-line {
      display: block;
      padding: 1px 0;
      overflow-wrap: anywhere;
    }
    lt-line .marks {
      white-space: nowrap;
    }
    lt-line .mark {
      padding: 0 2px;
      border-radius: 2px;
      color: var(--vscode-textLink-foreground);
      font-size: 0.85em;
      font-variant-numeric: tabular-nums;
    }
    lt-line .mark:hover,
    lt-line .mark[aria-expanded='true'] {
      text-decoration: underline;
    }
    lt-line .source {
      margin: 4px 0 8px;
    }
    lt-line .source-actions {
      font-size: 0.92em;
    }
  `;

  @property({ attribute: false }) line!: SourcedLine;
  @property({ attribute: false }) host!: PanelHost;
  @state() private openId: string | undefined;
  @state() private original: OriginalText | undefined;

  /**
   * After a change of the line, reads the open message again, since “Forget This Text…” may have removed its text.
   * Closes the message if it is no longer a source of the line.
   */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const { openId } = this;
    if (!changed.has('line') || openId === undefined) return;
    this.original = undefined;
    this.openId = undefined;
    if (this.line.sources.includes(openId)) void this.toggle(openId);
  }

  override render(): TemplateResult {
    const { text, sources } = this.line;
    const more = sources.length - marksShown;
    return html`<span>${withCode(text)}</span>
      <span class="marks">
        ${sources.slice(0, marksShown).map((id) => this.mark(id))}
        ${more > 0 ? html`<span class="muted" title=${sources.slice(marksShown).join(', ')}>+${more}</span>` : nothing}
      </span>
      ${this.source()}`;
  }

  private mark(id: string): TemplateResult {
    return html`<button
      class="mark"
      aria-expanded=${this.openId === id}
      aria-label="Message ${id}"
      title="Read message ${id}, a source of this line"
      @click=${() => void this.toggle(id)}
    >
      ${id}
    </button>`;
  }

  private source(): TemplateResult | typeof nothing {
    const { openId, original } = this;
    if (openId === undefined || original === undefined) return nothing;
    return html`<div class="source">
      <lt-original .original=${original}></lt-original>
      <div class="source-actions">
        ${linkButton('Show in chat', () => this.host.showMessage(openId))} ·
        ${linkButton('Copy', () => this.host.tell({ type: 'copy', text: original.text }))}
      </div>
    </div>`;
  }

  private async toggle(id: string): Promise<void> {
    this.original = undefined;
    this.openId = this.openId === id ? undefined : id;
    if (this.openId === undefined) return;
    try {
      const original = await this.host.ask({ type: 'readMessage', message: id });
      if (this.openId === id) this.original = original;
    } catch (error) {
      if (this.openId === id) this.openId = undefined;
      this.host.showError(error);
    }
  }
}

/** Returns the text, with the parts between backticks as code elements. */
function withCode(text: string): readonly (string | TemplateResult)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
