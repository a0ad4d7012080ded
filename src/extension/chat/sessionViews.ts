import type { SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { TrashedSession } from '../../adapters/store/trash.ts';
import type { SessionMeta } from '../../adapters/store/sessionMeta.ts';
import { keptByWords, shownTitle } from '../../shared/format.ts';
import type { SessionView } from '../../shared/chatView.ts';
import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { Handlers } from '../../shared/protocol.ts';
import type { ViewParts } from '../parts.ts';

/** The sessions that are open in this window: the chat's own, and those of the editor's agent. */
interface OpenHere {
  readonly currentId: string | undefined;
  isInAgent(id: string): boolean;
}

/** Returns the list of sessions: subagents below their parents, branches below their origins, deleted sessions last. */
export function sessionViews(
  sessions: readonly SessionSummary[],
  trashed: readonly (SessionMeta & TrashedSession)[],
  here: OpenHere,
): readonly SessionView[] {
  return [
    ...underParents(sessions).map((session) => sessionView(session, here, sessions)),
    ...trashed.map(({ id, title, deletedAt, messageCount }): SessionView => ({
      id,
      title: shownTitle(title),
      updatedAt: deletedAt,
      messageCount,
      isCurrent: false,
      isLocked: false,
      isInAgent: false,
      isSubagent: false,
      isBranch: false,
      isTrashed: true,
    })),
  ];
}

/** Returns the sessions, each below its parent. A session whose parent is not in the list stays at the top level. */
function underParents(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const isUnder = (session: SessionSummary): boolean => ids.has(parentOf(session) ?? '');
  const under = Map.groupBy(sessions.filter(isUnder), parentOf);
  const shown = new Set<SessionSummary>();
  const show = (session: SessionSummary): void => {
    if (shown.has(session)) return;
    shown.add(session);
    under.get(session.id)?.forEach(show);
  };
  sessions.filter((session) => !isUnder(session)).forEach(show);
  // Sessions that name each other as parents have no root: they are shown at the top level.
  sessions.forEach(show);
  return [...shown];
}

function parentOf({ agent, branchOf }: SessionSummary): string | undefined {
  return agent?.parent ?? branchOf;
}

function sessionView(
  session: SessionSummary,
  here: OpenHere,
  listed: readonly SessionSummary[],
): SessionView {
  const { id, title, lastUsedAt, messageCount, isOpen, agent, keptBy } = session;
  const isCurrent = id === here.currentId;
  const isInAgent = here.isInAgent(id);
  return {
    id,
    title: shownTitle(title),
    updatedAt: lastUsedAt ?? 0,
    messageCount,
    isCurrent,
    isLocked: isOpen && !isCurrent && !isInAgent,
    isInAgent,
    isSubagent: agent?.parent !== undefined,
    ...(keptBy && { keptBy: keptByWords(keptBy), isLive: keptBy.isLive }),
    isBranch: session.branchOf !== undefined && listed.some((each) => each.id === session.branchOf),
    isTrashed: false,
  };
}

type SessionRequest = 'listSessions' | 'switchSession' | 'renameSession' | 'deleteSession' | 'restoreSession';

/**
 * Returns the handlers for the list of sessions and its actions. A deleted session goes to the trash, from which it can
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
      await agentSessions.closeSession(session);
      await sessions.delete(session);
    },
    restoreSession: ({ session }) => {
      sessions.restoreDeleted(session);
    },
  };
}
