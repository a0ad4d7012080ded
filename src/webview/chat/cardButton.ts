import { state } from 'lit/decorators.js';
import { LightElement } from '../base/lightElement.ts';

/** A button of the header with a card below it, which a click elsewhere and Escape close. */
export abstract class CardButton extends LightElement {
  @state() protected shown: 'none' | 'hover' | 'open' = 'none';

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.onPointer);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.onPointer);
  }

  readonly open = async (): Promise<void> => {
    this.shown = 'open';
    await this.updateComplete;
    await this.querySelector<LightElement>('.header-card, .header-card > *')?.updateComplete;
    this.querySelector<HTMLElement>(
      '.header-card vscode-button:not([disabled]), .header-card input',
    )?.focus();
  };

  protected readonly close = (): void => {
    this.shown = 'none';
    this.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  /** An Escape that closes the card does not stop the answer. */
  protected readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    this.close();
  };

  private readonly onPointer = (event: Event): void => {
    if (this.shown === 'open' && !event.composedPath().includes(this)) this.shown = 'none';
  };
}
