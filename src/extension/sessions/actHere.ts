import type { ActingSession } from './actingSession.ts';
import type { SessionHost } from './sessionHost.ts';

interface Sessions {
  readonly acting: Pick<ActingSession, 'choose'>;
  readonly sessions: Pick<SessionHost, 'current'>;
}

/** What is asked for in the own chat is meant for the session that it shows, whichever acted before. */
export function actHere({ acting, sessions }: Sessions): void {
  if (sessions.current !== undefined) acting.choose(sessions.current);
}
