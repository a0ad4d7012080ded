import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from './html.ts';
import { highlightWhenVisible } from '../markdown/highlight.ts';
import { markdownStyle } from '../markdown/markdownStyle.ts';
import { LightElement } from './lightElement.ts';

/**
 * A text in the editor's font, coloured if the language is known. The box of the text can be focused, so that people
 * can scroll it by keyboard.
 */
@customElement('lt-code')
export class CodeText extends LightElement {
  static override styles = markdownStyle;

  @property() text = '';
  @property() language: string | undefined;
  @property() label = '';

  override render(): TemplateResult {
    return html`<pre
      class="original"
      dir=${this.language === undefined ? 'auto' : 'ltr'}
      tabindex="0"
      role="region"
      aria-label=${this.label}
    ><code></code></pre>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('language')) return;
    const code = this.querySelector('code');
    if (code === null) return;
    // The text is set here and not by the template, since colouring replaces the content of the element.
    code.textContent = this.text;
    if (this.language !== undefined) highlightWhenVisible(code, this.language);
  }
}
