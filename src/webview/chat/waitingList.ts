import { nothing, type TemplateResult } from 'lit';
import type { ComposerView, WaitingView } from '../../shared/composerView.ts';
import { html } from '../base/html.ts';
import { icon, iconButton } from '../base/icon.ts';
import type { ChatHost } from './chatHost.ts';

/** Lists messages that wait until the model has finished. One that is taken back returns to the composer. */
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
  const when = isSteering ? 'Goes with the next request' : 'Sent after this turn';
  return html`<li title="${when}: ${text}">
    ${icon(isSteering ? 'debug-step-into' : 'watch')}<span class="for-screen-reader">${when}: </span>
    <span class="one-line">${text}</span>
    ${iconButton({
      icon: 'edit',
      label: 'Take back and edit',
      onClick: () => host.tell({ type: 'takeBack', waiting: id }),
    })}
  </li>`;
}
