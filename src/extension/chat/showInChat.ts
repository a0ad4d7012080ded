import type { ViewParts } from '../parts.ts';
import { ViewError } from '../webviews/describeError.ts';

interface Chat {
  /** Shows a message in the chat. Returns false if the message has no row there. */
  readonly showMessage: (id: string) => Promise<boolean>;
}

type ShowInChatParts = Pick<ViewParts, 'sessions' | 'acting'> & Chat;

/**
 * Shows a message of the acting session in the chat. Throws ViewError if the chat has no row for the message. Also
 * throws it if the chat shows another session, since another message there may have the same id.
 */
export async function showInChat(id: string, { sessions, acting, ...chat }: ShowInChatParts): Promise<void> {
  if (acting.current !== undefined && acting.current.id !== sessions.current?.id)
    throw new ViewError(
      'This message is in the chat of the editor’s agent. Longthread can’t scroll that chat: look for the message there.',
    );
  await showHere(id, chat);
}

/**
 * Shows a message of the chat's own session, even if another session is the acting session. Throws ViewError if the
 * message no longer has a row.
 */
export async function showHere(id: string, { showMessage }: Chat): Promise<void> {
  if (!(await showMessage(id)))
    throw new ViewError('This message is no longer in the thread, since you went back to an earlier one.');
}
