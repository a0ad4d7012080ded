import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from './html.ts';
import type { OriginalText, ArgumentView } from '../../shared/protocol.ts';
import { markdownStyle } from '../markdown/markdownStyle.ts';
import './codeText.ts';
import { iconButton, linkButton } from './icon.ts';
import { LightElement } from './lightElement.ts';
import { formatCount } from '../../shared/format.ts';

/**
 * Shows a whole text in a box that scrolls. Most often, the text is the original of a message or a tool result, even if
 * the context has only a shortened text. It can also be a text as the model sees it. The arguments of a tool call are
 * above its result. Long lines of code and results wrap only if `wraps` is set; long lines of other texts always wrap.
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
  /** Opens a path. If undefined, paths are shown as plain text. */
  @property({ attribute: false }) openLink: ((href: string) => void) | undefined;
  /** Copies code or a result. If undefined, there is no button to copy. */
  @property({ attribute: false }) copy: ((text: string) => void) | undefined;
  /** Whether long lines of code and results wrap. A button switches the wrapping on and off. */
  @property({ type: Boolean }) wraps = false;

  override render(): TemplateResult {
    const { title, text, language, arguments: given } = this.original;
    const keepsLines = given !== undefined || language !== undefined;
    return html`<div class="code">
      ${given === undefined ? nothing : givenArguments(given, this.openLink)}
      ${keepsLines ? this.bar(given === undefined ? language : 'Result') : nothing}
      <lt-code
        class=${keepsLines && !this.wraps ? '' : 'wraps'}
        .text=${text}
        .language=${language}
        .label=${title}
      ></lt-code>
    </div>`;
  }

  private bar(name: string | undefined): TemplateResult {
    const { copy } = this;
    return html`<div class="code-bar">
      <span class="muted one-line">${name}</span>
      ${iconButton({
        icon: 'word-wrap',
        label: 'Wrap long lines',
        isPressed: this.wraps,
        onClick: () => {
          this.wraps = !this.wraps;
        },
      })}
      ${
        copy === undefined
          ? nothing
          : iconButton({
              icon: 'copy',
              label: 'Copy result',
              onClick: () => copy(this.original.text),
            })
      }
    </div>`;
  }
}

/**
 * A text argument with more lines is collapsed, since people usually look for the result, which is below the arguments.
 */
const MOST_LINES = 12;

/** Draws the arguments of a tool call, each beside its name. Without `openLink`, paths are plain text. */
function givenArguments(
  views: readonly ArgumentView[],
  openLink: ((href: string) => void) | undefined,
): TemplateResult | typeof nothing {
  if (views.length === 0) return nothing;
  return html`<dl class="given">
    ${views.map(
      (view) =>
        html`<div class=${view.kind}>
          <dt>${view.name}</dt>
          <dd>${value(view, openLink)}</dd>
        </div>`,
    )}
  </dl>`;
}

function value(
  { kind, name, text, language }: ArgumentView,
  openLink: ((href: string) => void) | undefined,
): TemplateResult {
  if (kind === 'path' && openLink !== undefined) return linkButton(text, () => openLink(encodeURI(text)));
  if (kind !== 'text') return html`<span>${text}</span>`;
  const lines = text.split('\n').length;
  const code = html`<lt-code .text=${text} .language=${language} .label=${name}></lt-code>`;
  if (lines <= MOST_LINES) return code;
  return html`<details>
    <summary>${formatCount(lines, 'line')}</summary>
    ${code}
  </details>`;
}
