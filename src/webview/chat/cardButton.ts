import { state } from 'lit/decorators.js';
import { LightElement } from '../base/lightElement.ts';

/** A button in the header that opens a card below the header. A click elsewhere or Escape closes the card. */
export abstract class CardButton extends LightElement {
  /** With `hover`, the card is shown only while the pointer is on the button. Only subclasses set `hover`. */
  @state() protected shown: 'none' | 'hover' | 'open' = 'none';

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.onPointer);
    this.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.onPointer);
    this.removeEventListener('keydown', this.onKey);
  }

  readonly open = async (): Promise<void> => {
    this.shown = 'open';
    await this.updateComplete;
    await this.shownCard?.updateComplete;
    this.shownCard?.focus();
    this.focusFirst();
  };

  /** If the card itself has the focus, moves the focus to the card's first control. */
  protected readonly focusFirst = (): void => {
    if (this.shownCard === null || document.activeElement !== this.shownCard) return;
    this.shownCard.querySelector<HTMLElement>('vscode-button:not([disabled]), input')?.focus();
  };

  private get shownCard(): LightElement | null {
    return this.querySelector<LightElement>('.header-card');
  }

  protected readonly close = (): void => {
    this.shown = 'none';
    this.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  /** Closes the card on Escape, and marks the key as handled, so that the same key does not stop the model. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || this.shown === 'none') return;
    event.preventDefault();
    this.close();
  };

  private readonly onPointer = (event: Event): void => {
    if (this.shown === 'open' && !event.composedPath().includes(this)) this.shown = 'none';
  };
}
