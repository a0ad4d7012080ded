import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { AttachmentView } from '../../shared/composerView.ts';
import { formatTokens } from '../../shared/format.ts';
import { icon, iconButton } from '../base/icon.ts';
import type { ChatHost } from './chatHost.ts';

export const attachmentIcons: Readonly<Record<AttachmentView['kind'], string>> = {
  file: 'file',
  selection: 'list-selection',
  problems: 'warning',
  image: 'file-media',
  folder: 'folder',
  symbol: 'symbol-method',
  terminal: 'terminal',
  diff: 'diff',
};

/** Shows the attachments that will be sent with the next message. */
export function attachmentChips(
  attachments: readonly AttachmentView[],
  host: ChatHost,
): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<div class="attachments">${attachments.map((each) => chip(each, host))}</div>`;
}

function chip({ id, kind, label, tokens, problem }: AttachmentView, host: ChatHost): TemplateResult {
  return html`<span
    class="attachment ${problem === undefined ? '' : 'has-problem'}"
    title=${problem ?? (tokens === undefined ? label : `${label}, ${formatTokens(tokens)} tokens`)}
  >
    ${icon(attachmentIcons[kind])}<span class="one-line">${label}</span>
    ${tokens === undefined ? nothing : html`<span class="muted figure">${formatTokens(tokens)}</span>`}
    ${iconButton({
      icon: 'close',
      label: `Remove ${label}`,
      onClick: () => host.tell({ type: 'detach', attachment: id }),
    })}
  </span>`;
}
