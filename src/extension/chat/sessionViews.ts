import type { SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { TrashedSession } from '../../adapters/store/trash.ts';
import type { SessionMeta } from '../../adapters/store/sessionMeta.ts';
import { keptWords } from '../../shared/format.ts';
import type { SessionView } from '../../shared/chatView.ts';

/** Which sessions this window has open: the one that the own chat shows, and the agent's. */
interface OpenHere {
  readonly currentId: string | undefined;
  isInAgent(id: string): boolean;
}

/** The list of sessions, a subagent's under its parent's, those in the trash last. */
export function sessionViews(
  sessions: readonly SessionSummary[],
  trashed: readonly (SessionMeta & TrashedSession)[],
  here: OpenHere,
): readonly SessionView[] {
  return [
    ...underParents(sessions).map((session) => sessionView(session, here)),
    ...trashed.map(({ id, title, deletedAt, messageCount }): SessionView => ({
      id,
      title: titleOf(title),
      updatedAt: deletedAt,
      messageCount,
      isCurrent: false,
      isLocked: false,
      isInAgent: false,
      isSubagent: false,
      isTrashed: true,
    })),
  ];
}

/** One whose parent is not in the list stands by itself. */
function underParents(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  const ids = new Set(sessions.map(({ id }) => id));
  const isUnder = ({ agent }: SessionSummary): boolean =>
    agent?.parent !== undefined && ids.has(agent.parent);
  const under = Map.groupBy(sessions.filter(isUnder), ({ agent }) => agent?.parent);
  return sessions.flatMap((session) => (isUnder(session) ? [] : [session, ...(under.get(session.id) ?? [])]));
}

function sessionView(session: SessionSummary, here: OpenHere): SessionView {
  const { id, title, lastUsedAt, messageCount, isOpen, agent, keptBy } = session;
  const isCurrent = id === here.currentId;
  const isInAgent = here.isInAgent(id);
  return {
    id,
    title: titleOf(title),
    updatedAt: lastUsedAt ?? 0,
    messageCount,
    isCurrent,
    isLocked: isOpen && !isCurrent && !isInAgent,
    isInAgent,
    isSubagent: agent?.parent !== undefined,
    ...(keptBy && { keptBy: keptWords(keptBy), isLive: keptBy.isLive }),
    isTrashed: false,
  };
}

function titleOf(title: string | undefined): string {
  return title === undefined || title === '' ? 'Untitled session' : title;
}
