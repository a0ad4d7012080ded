import type { ActingSession } from './actingSession.ts';
import type { SessionHost } from './sessionHost.ts';

/**
 * Makes the session with this id the acting session. If the session is not open in this window, throws an Error whose
 * message says what to do.
 */
export function actIn(id: string, acting: Pick<ActingSession, 'current' | 'choices' | 'choose'>): void {
  if (acting.current?.id === id) return;
  const session = acting.choices.find((open) => open.id === id);
  if (session === undefined)
    throw new Error(
      'This session is not open in this window. Open the session, or write in its chat, and try again.',
    );
  acting.choose(session);
}

interface Sessions {
  readonly acting: Pick<ActingSession, 'choose'>;
  readonly sessions: Pick<SessionHost, 'current'>;
}

/** Makes the session of Longthread's own chat the acting session. Does nothing if the chat shows no session. */
export function actHere({ acting, sessions }: Sessions): void {
  if (sessions.current !== undefined) acting.choose(sessions.current);
}
