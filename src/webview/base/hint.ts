import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from './html.ts';
import { LightElement } from './lightElement.ts';

/** Milliseconds between the pointer's arrival on the parent element and the appearance of the hint. */
const SHOWN_AFTER_MS = 350;
const GAP = 8;

/**
 * Lines of text below or above the parent element. The lines appear while the pointer is on the parent, or while the
 * parent or its list row has the focus by keyboard. Escape hides the lines.
 */
@customElement('lt-hint')
export class Hint extends LightElement {
  static override styles = css`
    lt-hint {
      position: fixed;
      inset: auto;
      max-width: calc(100vw - 16px);
      margin: 0;
      padding: 4px 8px;
      border: 1px solid var(--vscode-editorHoverWidget-border, var(--lt-border));
      border-radius: 4px;
      background: var(--vscode-editorHoverWidget-background, var(--lt-surface));
      color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground));
      text-align: start;
      white-space: normal;
    }
    lt-hint > div + div {
      margin-top: 2px;
    }
  `;

  @property({ attribute: false }) lines: readonly string[] = [];
  private timer = 0;
  private listening: AbortController | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'manual';
    this.setAttribute('role', 'tooltip');
    const { signal } = (this.listening = new AbortController());
    const parent = this.parentElement;
    parent?.addEventListener('pointerenter', this.openSoon, { signal });
    parent?.addEventListener('pointerleave', this.hide, { signal });
    // In a list, the row that contains the hint gets the focus.
    const focused = this.closest('.item') ?? parent;
    focused?.addEventListener('focusin', this.onFocus as EventListener, { signal });
    focused?.addEventListener('focusout', this.hide, { signal });
    focused?.addEventListener('keydown', this.onKey as EventListener, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.listening?.abort();
    clearTimeout(this.timer);
  }

  override render(): TemplateResult | typeof nothing {
    return this.lines.length === 0 ? nothing : html`${this.lines.map((line) => html`<div>${line}</div>`)}`;
  }

  private readonly openSoon = (): void => {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.open, SHOWN_AFTER_MS);
  };

  private readonly onFocus = ({ target }: FocusEvent): void => {
    if ((target as Element).matches(':focus-visible')) this.open();
  };

  private readonly hide = (): void => {
    clearTimeout(this.timer);
    this.hidePopover();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.matches(':popover-open')) return;
    event.preventDefault();
    this.hide();
  };

  /** Opens the hint below its parent, or above the parent if there is no room below. */
  private readonly open = (): void => {
    const parent = this.parentElement;
    if (parent === null || this.lines.length === 0) return;
    this.showPopover();
    const { left, top, bottom } = parent.getBoundingClientRect();
    const { width, height } = this.getBoundingClientRect();
    const isBelow = bottom + height <= window.innerHeight;
    this.style.left = `${Math.max(GAP, Math.min(left + GAP, window.innerWidth - width - GAP))}px`;
    this.style.top = `${isBelow ? bottom : Math.max(0, top - height)}px`;
  };
}
