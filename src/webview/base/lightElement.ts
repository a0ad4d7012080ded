import { LitElement, type CSSResult } from 'lit';

const adopted = new WeakSet<CSSResult>();

/**
 * An element without a shadow root, so that icons, theme variables, focus order and ids for assistive technology work
 * across the whole page. The static `styles` become style sheets of the document, since the page's content security
 * policy forbids inline styles.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    const { styles } = this.constructor as typeof LitElement;
    for (const style of [styles ?? []].flat(Infinity as 1) as CSSResult[]) adoptStyle(style);
    return this;
  }
}

/** Adds a style sheet to the document once. */
export function adoptStyle(style: CSSResult): void {
  if (adopted.has(style)) return;
  adopted.add(style);
  if (style.styleSheet !== undefined)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style.styleSheet];
}
