import { html, type TemplateResult } from 'lit';
import type { AssistantRow, UserRow } from '../../../shared/chatView.ts';
import { iconButton } from '../../base/icon.ts';
import type { ChatHost } from '../chatHost.ts';

/** What can be done with any message, whoever said it: pin, copy, forget. */
export function messageActions(host: ChatHost, row: AssistantRow | UserRow, text: string): TemplateResult {
  return html`${iconButton({
    icon: row.isPinned ? 'pinned' : 'pin',
    label: row.isPinned ? 'Unpin' : 'Pin: never compact this message',
    isPressed: row.isPinned,
    onClick: () => {
      host.tell({ type: 'pin', row: row.id, on: !row.isPinned });
    },
  })}
  ${iconButton({
    icon: 'copy',
    label: 'Copy message',
    onClick: () => {
      host.copy(text);
    },
  })}
  ${iconButton({
    icon: 'eraser',
    label: 'Forget this text…',
    onClick: () => {
      host.tell({ type: 'forget', row: row.id });
    },
  })}`;
}
