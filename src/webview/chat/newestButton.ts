import type { TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import { icon } from '../base/icon.ts';

/** The way back to the end of a thread. */
export function newestButton(onClick: () => void): TemplateResult {
  return html`<button class="to-newest" @click=${onClick}>${icon('arrow-down')}Newest</button>`;
}
