import { nothing, type TemplateResult } from 'lit';
import { html } from '../../base/html.ts';
import type { AssistantRow, ToolRow, UserRow } from '../../../shared/chatView.ts';
import { bringBackMeans } from '../../base/undoButton.ts';
import { iconButton } from '../../base/icon.ts';
import type { ChatHost } from '../chatHost.ts';

/** Draws the button that brings the whole message back into the context. Draws nothing if that is impossible. */
export function bringBackButton(
  host: ChatHost,
  { id, away }: AssistantRow | ToolRow | UserRow,
): TemplateResult | typeof nothing {
  if (away?.canBringBack !== true) return nothing;
  return iconButton({
    icon: 'unfold',
    label: `Bring back: ${bringBackMeans(away)}`,
    onClick: () => host.tell({ type: 'bringBack', row: id }),
  });
}

/** Draws the buttons of a message: bring back, pin, branch, copy, forget. */
export function messageActions(host: ChatHost, row: AssistantRow | UserRow, text: string): TemplateResult {
  return html`${bringBackButton(host, row)}
  ${iconButton({
    icon: row.isPinned ? 'pinned' : 'pin',
    label: row.isPinned ? 'Unpin' : 'Pin: never compact this message',
    isPressed: row.isPinned,
    onClick: () => host.tell({ type: 'pin', row: row.id, on: !row.isPinned }),
  })}
  ${iconButton({
    icon: 'git-branch',
    label: 'Branch: start a new session with the messages up to here',
    onClick: () => host.tell({ type: 'branch', row: row.id }),
  })}
  ${iconButton({
    icon: 'copy',
    label: 'Copy message',
    onClick: () => host.copy(text),
  })}
  ${iconButton({
    icon: 'eraser',
    label: 'Forget this text…',
    onClick: () => host.tell({ type: 'forget', row: row.id }),
  })}`;
}
