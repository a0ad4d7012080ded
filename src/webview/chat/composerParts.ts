import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { AttachmentView, ComposerView, WaitingView } from '../../shared/composerView.ts';
import { formatTokenCount, formatTokens } from '../../shared/format.ts';
import { icon, iconButton } from '../base/icon.ts';
import type { ChatHost } from './chatHost.ts';
import type { ApprovalMode } from '../../shared/approvalView.ts';

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

/** Draws the attachments of the next message. Attachments with a problem will not be sent. */
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
    title=${problem ?? (tokens === undefined ? label : `${label}, ${formatTokenCount(tokens)}`)}
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

/** Draws the messages that wait for the next request or the turn's end. Each can be taken back into the composer. */
export function waitingList(
  { waiting = [] }: Pick<ComposerView, 'waiting'>,
  host: ChatHost,
): TemplateResult | typeof nothing {
  if (waiting.length === 0) return nothing;
  return html`<ul class="waiting" aria-label="Not sent yet">
    ${waiting.map((message) => waitingLine(message, host))}
  </ul>`;
}

function waitingLine({ id, text, isSteering }: WaitingView, host: ChatHost): TemplateResult {
  const when = isSteering ? 'Will be sent with the next request' : 'Will be sent after this turn';
  return html`<li title="${when}: ${text}">
    ${icon(isSteering ? 'debug-step-into' : 'watch')}<span class="for-screen-reader">${when}: </span>
    <span class="one-line" dir="auto">${text}</span>
    ${iconButton({
      icon: 'edit',
      label: 'Take back and edit',
      onClick: () => host.tell({ type: 'takeBack', waiting: id }),
    })}
  </li>`;
}

const modes: Readonly<Record<ApprovalMode, { readonly name: string; readonly label: string }>> = {
  ask: {
    name: 'Ask',
    label:
      'Longthread asks before it edits files, runs commands or uses other extensions’ tools, unless you allowed this for the session or always',
  },
  editsFree: {
    name: 'Edits free',
    label:
      'Files are edited, renamed and deleted without asking, unless a change is risky or goes against your rules. Longthread still asks before commands and other extensions’ tools, unless you allowed them for the session or always',
  },
  allFree: {
    name: 'All free',
    label:
      'Until this window closes, Longthread edits files, runs commands and uses other extensions’ tools without asking. Longthread still asks before risky actions and before actions that go against your rules',
  },
};

/** Draws a button that shows what tools may do without asking. A click lets the person choose another mode. */
export function modeButton(mode: ApprovalMode | undefined, host: ChatHost): TemplateResult | typeof nothing {
  if (mode === undefined) return nothing;
  const { label, name } = modes[mode];
  return html`<button
    type="button"
    class="mode muted"
    title="${label}. Click to choose what tools may do without asking."
    @click=${() => host.tell({ type: 'run', command: 'chooseApprovalMode' })}
  >
    ${icon(mode === 'ask' ? 'shield' : 'unlock')}<span>${name}</span>
  </button>`;
}
