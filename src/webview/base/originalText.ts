import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from './html.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { markdownStyle } from '../markdown/markdownStyle.ts';
import './codeText.ts';
import { givenArguments } from './givenArguments.ts';
import { iconButton } from './icon.ts';
import { LightElement } from './lightElement.ts';

/**
 * The original of something compacted or folded away: what it was called with, then its text, in a box that scrolls.
 * Code and what a tool printed keep their lines unless one asks for a wrap; what somebody said wraps.
 */
@customElement('lt-original')
export class Original extends LightElement {
  static override styles = [
    markdownStyle,
    css`
      lt-original,
      lt-code {
        display: block;
      }
      lt-original pre.original {
        max-height: 320px;
        padding: 8px;
        overflow: auto;
      }
      lt-original .code-bar + lt-code pre.original {
        padding-top: 0;
      }
      lt-original .wraps pre.original {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      lt-original .given {
        margin: 0;
        padding: 5px 8px;
        border-bottom: 1px solid var(--lt-border);
        font-size: 0.92em;
      }
      lt-original .given > div {
        display: flex;
        gap: 0 8px;
        padding: 1px 0;
      }
      lt-original .given > .text {
        display: block;
      }
      lt-original dt {
        flex: none;
        color: var(--lt-muted);
      }
      lt-original dd {
        min-width: 0;
        margin: 0;
        overflow-wrap: anywhere;
      }
      lt-original .command dd,
      lt-original .path dd {
        font-family: var(--lt-mono);
        overflow-wrap: anywhere;
      }
      lt-original .command dd {
        white-space: pre-wrap;
      }
      lt-original .given pre.original {
        max-height: 200px;
        padding: 2px 0;
      }
    `,
  ];

  @property({ attribute: false }) original!: OriginalText;
  /** Where given, a path can be opened. */
  @property({ attribute: false }) openLink: ((href: string) => void) | undefined;
  /** Where given, the text can be copied from its bar. */
  @property({ attribute: false }) copy: ((text: string) => void) | undefined;
  @state() private isWrapped = false;

  override render(): TemplateResult {
    const { title, text, language, arguments: given } = this.original;
    const keepsLines = given !== undefined || language !== undefined;
    return html`<div class="code">
      ${given === undefined ? nothing : givenArguments(given, this.openLink)}
      ${keepsLines ? this.bar() : nothing}
      <lt-code
        class=${keepsLines && !this.isWrapped ? '' : 'wraps'}
        .text=${text}
        .language=${language}
        .label=${title}
      ></lt-code>
    </div>`;
  }

  private bar(): TemplateResult {
    const { copy } = this;
    return html`<div class="code-bar">
      <span class="muted one-line">Result</span>
      ${iconButton({
        icon: 'word-wrap',
        label: 'Wrap long lines',
        isPressed: this.isWrapped,
        onClick: () => {
          this.isWrapped = !this.isWrapped;
        },
      })}
      ${
        copy === undefined
          ? nothing
          : iconButton({
              icon: 'copy',
              label: 'Copy result',
              onClick: () => {
                copy(this.original.text);
              },
            })
      }
    </div>`;
  }
}
