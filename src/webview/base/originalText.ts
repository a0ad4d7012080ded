import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { OriginalText } from '../../shared/protocol.ts';
import { highlightWhenVisible } from '../markdown/highlight.ts';
import { markdownStyle } from '../markdown/markdownStyle.ts';
import { LightElement } from './lightElement.ts';

/** The original of something compacted or folded away: its arguments, then its text, in a box that scrolls. */
@customElement('lt-original')
export class Original extends LightElement {
  static override styles = [
    markdownStyle,
    css`
      lt-original {
        display: block;
      }
      lt-original pre.original {
        max-height: 320px;
        padding: 8px;
        overflow: auto;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      lt-original pre.arguments {
        max-height: 120px;
        border-bottom: 1px solid var(--lt-border);
        color: var(--lt-muted);
      }
    `,
  ];

  @property({ attribute: false }) original!: OriginalText;

  override render(): TemplateResult {
    const { title, arguments: given } = this.original;
    return html`<div class="code">
      ${
        given === undefined
          ? nothing
          : html`<pre class="original arguments" tabindex="0" role="region" aria-label="Arguments">
${given}</pre>`
      }
      <pre class="original" tabindex="0" role="region" aria-label=${title}><code></code></pre>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('original')) return;
    const code = this.querySelector('code');
    if (code === null) return;
    // Written here and not by the template, since colouring replaces what stands in the element.
    code.textContent = this.original.text;
    if (this.original.language !== undefined) highlightWhenVisible(code, this.original.language);
  }
}
