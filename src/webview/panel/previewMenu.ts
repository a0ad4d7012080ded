import { css, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { icon } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';

export interface MenuChoice {
  readonly icon: string;
  readonly label: string;
  readonly run: () => void;
}

/**
 * A menu with the choices for a row, at the position of the click. Takes the focus. Fires `closed` just before a
 * clicked choice runs, or when the menu is left without a choice.
 */
@customElement('lt-preview-menu')
export class PreviewMenu extends LightElement {
  static override styles = css`
    lt-preview-menu {
      position: fixed;
      z-index: 5;
      display: flex;
      flex-direction: column;
      min-width: 12em;
      padding: 4px;
      color: var(--vscode-menu-foreground);
      background: var(--vscode-menu-background, var(--lt-surface));
      border: 1px solid var(--vscode-menu-border, var(--lt-border));
      border-radius: 5px;
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    lt-preview-menu > button {
      display: flex;
      gap: 8px;
      align-items: center;
      padding: 3px 8px;
      color: inherit;
      border-radius: 3px;
    }
    lt-preview-menu > button:hover,
    lt-preview-menu > button:focus {
      color: var(--vscode-menu-selectionForeground);
      background: var(--vscode-menu-selectionBackground);
      outline: 1px solid var(--vscode-menu-selectionBorder, transparent);
    }
  `;

  @property({ attribute: false }) choices: readonly MenuChoice[] = [];
  /** The position at which the menu opens, in pixels of the view. */
  @property({ attribute: false }) place: readonly [x: number, y: number] = [0, 0];

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('role', 'menu');
    this.setAttribute('aria-label', 'Choices for this row');
    this.addEventListener('keydown', this.press);
    this.addEventListener('focusout', this.leave);
  }

  protected override firstUpdated(): void {
    const { width, height } = this.getBoundingClientRect();
    const [x, y] = this.place;
    this.style.left = `${String(Math.max(0, Math.min(x, innerWidth - width)))}px`;
    this.style.top = `${String(Math.max(0, Math.min(y, innerHeight - height)))}px`;
    this.querySelector('button')?.focus();
  }

  override render(): TemplateResult {
    return html`${this.choices.map(
      (choice) =>
        html`<button
          type="button"
          role="menuitem"
          tabindex="-1"
          @click=${() => {
            this.close();
            choice.run();
          }}
        >
          ${icon(choice.icon)} ${choice.label}
        </button>`,
    )}`;
  }

  private close(): void {
    this.dispatchEvent(new CustomEvent('closed'));
  }

  private readonly leave = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) this.close();
  };

  private readonly press = (event: KeyboardEvent): void => {
    const buttons = [...this.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else if (to !== undefined) buttons.at(to % buttons.length)?.focus();
    else return;
    event.preventDefault();
  };
}
