import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { MessageView } from '../../shared/panelView.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/originalText.ts';
import type { PanelHost } from './panelHost.ts';
import { statusLine } from './statusLine.ts';

/**
 * Shows the whole text of one message, and whether the message is in the context now. Opens after a click on a link in
 * VS Code’s own chat, unless Longthread’s chat can show the linked message.
 */
@customElement('lt-message')
export class MessageDetail extends LightElement {
  @property() message!: string;
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  /** Whenever this value changes, the message is read again. The value itself has no meaning. */
  @property({ attribute: false }) revision: unknown;
  @state() private read: MessageView | undefined;
  @state() private hasFailed = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('message')) this.read = undefined;
    if (changed.has('message') || changed.has('revision')) void this.load();
  }

  override render(): TemplateResult {
    const { read, message, host } = this;
    if (read === undefined)
      return html`<p class="muted" role="status">
        ${this.hasFailed ? `${message} could not be read.` : `Reading ${message}…`}
      </p>`;
    const changed = (): void => void this.load();
    return html`<h3 dir="auto">${read.title}</h3>
      ${statusLine({ status: read.status, host, isReadOnly: this.isReadOnly, changed })}
      ${
        read.now === undefined
          ? nothing
          : html`<h4>As the model sees it</h4>
              <lt-original .original=${{ title: 'As the model sees it', text: read.now }}></lt-original>
              <h4>As it was said</h4>`
      }
      <lt-original .original=${read}></lt-original>
      <p>${linkButton('Copy', () => host.tell({ type: 'copy', text: read.text }))}</p>`;
  }

  private async load(): Promise<void> {
    const id = this.message;
    this.hasFailed = false;
    try {
      const read = await this.host.ask({ type: 'readMessage', message: id });
      if (this.message === id) this.read = read;
    } catch (error) {
      if (this.message === id) this.hasFailed = true;
      this.host.showError(error);
    }
  }
}
