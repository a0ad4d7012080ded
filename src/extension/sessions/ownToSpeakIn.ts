import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';

/**
 * A session in which the own chat may speak. Throws where the editor's agent leads it: what the agent does not know of
 * would be taken back with its next request.
 */
export function ownToSpeakIn(session: OpenSession): OpenSession {
  if (session.live.session.agent === undefined) return session;
  throw new ViewError(
    'The editor’s agent leads this session: go on in its chat, or start a new session here.',
  );
}
