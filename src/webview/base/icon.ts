import { nothing, type TemplateResult } from 'lit';
import { html } from './html.ts';

/** Draws a codicon. Assistive technology skips the icon, so the words beside it or a label must say the same. */
export function icon(name: string, isSpinning = false): TemplateResult {
  const spin = isSpinning ? ' codicon-modifier-spin' : '';
  return html`<span class="codicon codicon-${name}${spin}" aria-hidden="true"></span>`;
}

export interface IconButtonOptions {
  readonly icon: string;
  /** The name of the button for assistive technology and for the tooltip. */
  readonly label: string;
  readonly onClick: (event: Event) => void;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  /** Set for a button that shows and hides something. */
  readonly isExpanded?: boolean;
}

/** Draws a button that is only an icon, as in the editor's own toolbars. */
export function iconButton(options: IconButtonOptions): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    title=${options.label}
    aria-label=${options.label}
    aria-pressed=${options.isPressed ?? nothing}
    aria-expanded=${options.isExpanded ?? nothing}
    ?disabled=${options.isDisabled ?? false}
    @click=${options.onClick}
  >
    ${icon(options.icon)}
  </button>`;
}

/** Draws a button that looks like a link within a sentence or a row. */
export function linkButton(label: string, onClick: (event: Event) => void, title?: string): TemplateResult {
  return html`<button type="button" class="link-button" title=${title ?? nothing} @click=${onClick}>
    ${label}
  </button>`;
}

/** Draws a link to the message with this id, with `remark` at the end of the tooltip. Draws nothing without an id. */
export function messageLink(
  id: string | undefined,
  show: (id: string) => void,
  remark = '',
): TemplateResult | typeof nothing {
  if (id === undefined) return nothing;
  return linkButton(id, () => show(id), `Show message ${id}${remark}`);
}
