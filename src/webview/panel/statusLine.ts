import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import { fateText } from '../../shared/fateWords.ts';
import type { PanelRequest } from '../../shared/panelRequest.ts';
import type { MessageStatus } from '../../shared/panelView.ts';
import { accepted } from '../hostConnection.ts';
import { bringBackMeans } from '../base/undoButton.ts';
import { linkButton } from '../base/icon.ts';
import type { PanelHost } from './panelHost.ts';

/** A long timeout, since the host may first ask the person a question. */
const timeoutMs = 600_000;

export interface StatusLineOptions {
  readonly status: MessageStatus;
  readonly host: PanelHost;
  readonly isReadOnly: boolean;
  /** Called after each request, even if the host refused the request, so that the message is read again. */
  readonly changed: () => void;
}

/** Draws a line that says whether a message is in the context now, with the possible actions. */
export function statusLine({ status, host, isReadOnly, changed }: StatusLineOptions): TemplateResult {
  const { message, isPinned, isThere, away } = status;
  const send = async (request: PanelRequest): Promise<void> => {
    await accepted(host.ask(request, timeoutMs), host.showError);
    changed();
  };
  const pin = linkButton(
    isPinned ? 'Unpin' : 'Pin',
    () => void send({ type: 'pin', message, on: !isPinned }),
  );
  const back = (meaning: string): TemplateResult =>
    linkButton('Bring back', () => void send({ type: 'bringBack', message }), `Bring back: ${meaning}`);
  return html`<p class="message-status">
    <span class="muted">${whereOf(status)}</span>
    ${away?.canBringBack === true && !isReadOnly ? back(bringBackMeans(away)) : nothing}
    ${isThere && !isReadOnly && away === undefined ? pin : nothing}
    ${linkButton('Show in chat', () => host.showMessage(message))}
  </p>`;
}

function whereOf({ isPinned, isThere, away }: MessageStatus): string {
  if (!isThere) return 'You went back to an earlier message, so this one is no longer part of the session.';
  if (away !== undefined) return fateText(away.fate);
  return isPinned ? 'In the context word for word, and pinned.' : 'In the context word for word.';
}
