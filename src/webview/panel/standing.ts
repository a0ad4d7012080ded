import { nothing, type TemplateResult } from 'lit';
import { html } from '../base/html.ts';
import { fateText } from '../../shared/fateWords.ts';
import type { PanelRequest } from '../../shared/panelRequest.ts';
import type { StandingView } from '../../shared/panelView.ts';
import { accepted } from '../hostConnection.ts';
import { bringBackMeans } from '../base/undoButton.ts';
import { linkButton } from '../base/icon.ts';
import type { PanelHost } from './panelHost.ts';

/** Long, since the host may first ask the person a question. */
const timeoutMs = 600_000;

export interface StandingOptions {
  readonly standing: StandingView;
  readonly host: PanelHost;
  readonly isFrozen: boolean;
  /** Called after each request, whether it was carried out or refused, so that the message is read again. */
  readonly changed: () => void;
}

/** Draws whether a message is in the context now, and the possible actions. */
export function standingLine({ standing, host, isFrozen, changed }: StandingOptions): TemplateResult {
  const { message, isPinned, isThere, away } = standing;
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
  return html`<p class="standing">
    <span class="muted">${whereOf(standing)}</span>
    ${away?.canBringBack === true && !isFrozen ? back(bringBackMeans(away)) : nothing}
    ${isThere && !isFrozen && away === undefined ? pin : nothing}
    ${linkButton('Show in chat', () => host.showMessage(message))}
  </p>`;
}

function whereOf({ isPinned, isThere, away }: StandingView): string {
  if (!isThere) return 'You went back to an earlier message, so this one is no longer part of the session.';
  if (away !== undefined) return fateText(away.fate);
  return isPinned ? 'Whole in the context now, and pinned.' : 'Whole in the context now.';
}
