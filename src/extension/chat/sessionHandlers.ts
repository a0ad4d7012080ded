import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { Handlers } from '../../shared/protocol.ts';
import type { ViewParts } from '../parts.ts';
import { sessionViews } from './sessionViews.ts';

type SessionRequest = 'listSessions' | 'switchSession' | 'renameSession' | 'deleteSession' | 'restoreSession';

/**
 * Returns the handlers for the list of sessions and its actions. A deleted session is in the trash, from which it can
 * be restored.
 */
export function sessionHandlers({
  sessions,
  agentSessions,
  services,
}: ViewParts): Pick<Handlers<ChatRequest, ChatReplies>, SessionRequest> {
  return {
    listSessions: async ({ query }) => {
      const trashed = query.trim() === '' ? await services.store.trashed() : [];
      return sessionViews(await sessions.list(query), trashed, {
        currentId: sessions.current?.id,
        isInAgent: (id) => agentSessions.has(id),
      });
    },
    switchSession: async ({ session }) => {
      await sessions.open(session);
    },
    renameSession: async ({ session, title }) => {
      if (!(await agentSessions.rename(session, title.trim()))) await sessions.rename(session, title.trim());
    },
    deleteSession: async ({ session }) => {
      await agentSessions.letGo(session);
      await sessions.delete(session);
    },
    restoreSession: ({ session }) => {
      sessions.restoreDeleted(session);
    },
  };
}
