import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/html.ts';
import type { LargeMessage } from '../../shared/chatView.ts';
import type { ChatRequest } from '../../shared/chatRequest.ts';
import { formatTokens } from '../../shared/format.ts';
import { accepted } from '../hostConnection.ts';
import { iconButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';

/** Lists the largest messages, largest first, and the messages that the person left out. Each message has actions. */
@customElement('lt-largest')
export class Largest extends LightElement {
  @property({ attribute: false }) host!: ChatHost;
  /** Whenever this value changes, the messages are read again. The value itself has no meaning. */
  @property({ attribute: false }) revision = 0;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  @state() private messages: readonly LargeMessage[] | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) void this.read();
  }

  override render(): TemplateResult | typeof nothing {
    const { messages } = this;
    if (messages === undefined || messages.length === 0) return nothing;
    return html`<h2>Largest messages</h2>
      <ul>
        ${repeat(
          messages,
          ({ id }) => id,
          (message) => this.line(message),
        )}
      </ul>`;
  }

  private line(message: LargeMessage): TemplateResult {
    const { id, label, speaker, tokens, isPinned, isLeftOut, canLeaveOut, canShorten } = message;
    return html`<li class=${isLeftOut ? 'is-left-out' : ''}>
      <button
        type="button"
        class="link-button one-line"
        dir="auto"
        title="${speaker}: ${label}
Show in the thread"
        @click=${() => {
          this.dispatchEvent(new CustomEvent('closed', { bubbles: true }));
          this.host.tell({ type: 'showMessage', message: id });
        }}
      >
        ${label}
      </button>
      <span class="figure muted">${formatTokens(tokens)}</span>
      ${iconButton({
        icon: 'fold',
        label: `Shorten: ${label}`,
        isDisabled: this.isReadOnly || !canShorten,
        onClick: () => void this.change({ type: 'shorten', message: id }),
      })}
      ${iconButton({
        icon: 'eye-closed',
        label: `${isLeftOut ? 'Include again' : 'Leave out'}: ${label}`,
        isPressed: isLeftOut,
        isDisabled: this.isReadOnly || !canLeaveOut,
        onClick: () => void this.change({ type: 'exclude', message: id, on: !isLeftOut }),
      })}
      ${iconButton({
        icon: isPinned ? 'pinned' : 'pin',
        label: `${isPinned ? 'Unpin' : 'Pin'}: ${label}`,
        isPressed: isPinned,
        isDisabled: this.isReadOnly || isLeftOut,
        onClick: () => void this.change({ type: 'pin', row: id, on: !isPinned }),
      })}
    </li>`;
  }

  private async change(
    request: Extract<ChatRequest, { type: 'exclude' | 'pin' | 'shorten' }>,
  ): Promise<void> {
    await accepted(this.host.ask(request), this.host.showError);
    await this.read();
  }

  private async read(): Promise<void> {
    try {
      this.messages = await this.host.ask({ type: 'readLargest' });
    } catch (error) {
      this.host.showError(error);
    }
  }
}
