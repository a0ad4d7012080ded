import { html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { OriginalText } from '../../shared/protocol.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/originalText.ts';
import type { PanelHost } from './panelHost.ts';

/** One message as it was said, whatever became of it: where a link from another view leads. */
@customElement('lt-message')
export class MessageDetail extends LightElement {
  @property() message!: string;
  @property({ attribute: false }) host!: PanelHost;
  @state() private original: OriginalText | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('message')) void this.load(this.message);
  }

  override render(): TemplateResult {
    const { original, message } = this;
    if (original === undefined) return html`<p class="muted" role="status">Reading ${message}…</p>`;
    return html`<h3>${original.title}</h3>
      <lt-original .original=${original}></lt-original>
      <p>
        ${linkButton('Copy', () => {
          this.host.tell({ type: 'copy', text: original.text });
        })}
      </p>`;
  }

  private async load(id: string): Promise<void> {
    this.original = undefined;
    try {
      const original = await this.host.ask({ type: 'readMessage', message: id });
      if (this.message === id) this.original = original;
    } catch (error) {
      this.host.showError(error);
    }
  }
}
