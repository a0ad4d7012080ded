import type { ViewParts } from '../viewParts.ts';
import { ViewError } from '../webviews/describeError.ts';

interface Shown extends Pick<ViewParts, 'sessions' | 'acting'> {
  /** Shows a message in the chat. False when it has no row there. */
  readonly showMessage: (id: string) => Promise<boolean>;
}

/**
 * Shows a message of the acting session in the chat. Throws ViewError where the chat doesn't have it: another session may
 * have one with the same id.
 */
export async function showInChat(id: string, { sessions, acting, showMessage }: Shown): Promise<void> {
  if (acting.current !== undefined && acting.current.id !== sessions.current?.id)
    throw new ViewError(
      'This message stands in the chat of the editor’s agent, which can’t be scrolled from here: look for it there.',
    );
  if (!(await showMessage(id)))
    throw new ViewError('This message does not stand in the thread any more; a rewind took it away.');
}
