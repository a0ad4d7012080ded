import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import type { ApprovalMode } from '../../shared/approvalView.ts';
import { icon } from '../base/icon.ts';
import type { ChatHost } from './chatHost.ts';

const modes: Readonly<Record<ApprovalMode, { readonly name: string; readonly label: string }>> = {
  ask: { name: 'Ask', label: 'Edits and commands wait for you' },
  editsFree: {
    name: 'Edits free',
    label: 'Files are edited, renamed and deleted without asking, commands wait for you',
  },
  allFree: {
    name: 'All free',
    label:
      'Edits and commands run without asking until this window closes; rules that say never and risky actions still ask',
  },
};

/** Draws the button that shows what tools may do without asking; a click opens the choice. */
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
