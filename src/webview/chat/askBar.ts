import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import type { AskedView, ComposerView } from '../../shared/composerView.ts';
import { icon } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';

/**
 * The model's question above the composer, with the options as buttons. Any other answer can be typed in the composer.
 * Fires `answered` when an option is chosen.
 */
@customElement('lt-ask')
export class AskBar extends LightElement {
  static override styles = css`
    lt-ask {
      display: block;
      border-top: 1px solid var(--lt-border);
    }
    lt-ask .question {
      max-height: 45vh;
      padding: 6px 12px;
      overflow-y: auto;
    }
    lt-ask .question:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    lt-ask .asked {
      display: flex;
      gap: 6px;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    lt-ask .options {
      display: flex;
      flex-direction: column;
      gap: 4px;
      margin: 6px 0 0;
      padding: 0;
      list-style: none;
    }
    lt-ask .options button {
      width: 100%;
      padding: 3px 8px;
      border: 1px solid var(--vscode-button-border, var(--lt-rule));
      border-radius: 2px;
      background: var(--vscode-button-secondaryBackground);
      color: var(--vscode-button-secondaryForeground);
      font: inherit;
      text-align: start;
      overflow-wrap: anywhere;
      cursor: pointer;
    }
    lt-ask .options button:hover {
      background: var(--vscode-button-secondaryHoverBackground);
    }
    lt-ask .options button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 1px;
    }
    lt-ask .options button:disabled {
      opacity: 0.6;
      cursor: default;
    }
    lt-ask .detail {
      display: block;
      font-size: 0.92em;
    }
  `;

  @property({ attribute: false }) asked!: AskedView;
  @property({ attribute: false }) host!: ChatHost;
  /** Whether nothing can be answered, e.g. because the session is read-only. */
  @property({ type: Boolean }) blocked = false;
  /** Whether the person has answered; the bar disappears when the host confirms. */
  @state() private isAnswered = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('asked') && changed.get('asked')?.id !== this.asked.id) this.isAnswered = false;
  }

  override render(): TemplateResult {
    const { text, options } = this.asked;
    return html`<div class="question" role="group" aria-label="The model asks you" tabindex="0">
      <div class="asked">
        ${icon('question')}<span dir="auto" role="status"
          ><span class="for-screen-reader">The model asks: </span>${text}</span
        >
      </div>
      ${options.length === 0 ? nothing : this.options()}
    </div>`;
  }

  private options(): TemplateResult {
    return html`<ul class="options" @keydown=${this.onKey}>
      ${this.asked.options.map(
        ({ label, detail }, index) =>
          html`<li>
            <button
              type="button"
              dir="auto"
              ?disabled=${this.isAnswered || this.blocked}
              @click=${() => this.answer(index)}
            >
              ${label}${detail === undefined ? nothing : html`<span class="detail">${detail}</span>`}
            </button>
          </li>`,
      )}
    </ul>`;
  }

  private answer(option: number): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    // The event lets the chat move the focus, since the buttons disappear with the question.
    this.dispatchEvent(new CustomEvent('answered'));
    this.host.ask({ type: 'answerAsked', asked: this.asked.id, option }).catch((error: unknown) => {
      this.isAnswered = false;
      this.host.showError(error);
    });
  }

  /** Moves the focus between the options with the arrow keys. The first option follows the last. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...this.querySelectorAll<HTMLButtonElement>('.options button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons.at((at + step) % buttons.length)?.focus();
  };
}

/** Draws the bar if the model asks something. */
export function askBar(
  { asked, blocked }: Pick<ComposerView, 'asked' | 'blocked'>,
  host: ChatHost,
  onAnswered: () => void,
): TemplateResult | typeof nothing {
  if (asked === undefined) return nothing;
  return html`<lt-ask
    .asked=${asked}
    .host=${host}
    ?blocked=${blocked !== undefined}
    @answered=${onAnswered}
  ></lt-ask>`;
}
