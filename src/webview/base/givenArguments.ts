import { nothing, type TemplateResult } from 'lit';
import { html } from './html.ts';
import { formatCount } from '../../shared/format.ts';
import type { ArgumentView } from '../../shared/protocol.ts';
import './codeText.ts';
import { linkButton } from './icon.ts';

/** A longer text is folded: what a call came back with is more often looked for. */
const MOST_LINES = 12;

/** What a tool was called with, by name. Without a way to open a file its path is plain text. */
export function givenArguments(
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
  if (kind === 'path' && openLink !== undefined) {
    return linkButton(text, () => {
      openLink(encodeURI(text));
    });
  }
  if (kind !== 'text') return html`<span>${text}</span>`;
  const lines = text.split('\n').length;
  const code = html`<lt-code .text=${text} .language=${language} .label=${name}></lt-code>`;
  if (lines <= MOST_LINES) return code;
  return html`<details>
    <summary>${formatCount(lines, 'line')}</summary>
    ${code}
  </details>`;
}
