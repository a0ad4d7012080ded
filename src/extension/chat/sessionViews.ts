import type { SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { TrashedSession } from '../../adapters/store/trash.ts';
import type { SessionMeta } from '../../adapters/store/sessionMeta.ts';
import type { SessionView } from '../../shared/chatView.ts';

/** The list of sessions, those in the trash last. */
export function sessionViews(
  sessions: readonly SessionSummary[],
  trashed: readonly (SessionMeta & TrashedSession)[],
  currentId: string | undefined,
): readonly SessionView[] {
  return [
    ...sessions.map((session) => sessionView(session, currentId)),
    ...trashed.map(({ id, title, deletedAt, messageCount }): SessionView => ({
      id,
      title: titleOf(title),
      updatedAt: deletedAt,
      messageCount,
      isCurrent: false,
      isLocked: false,
      isTrashed: true,
    })),
  ];
}

function sessionView(session: SessionSummary, currentId: string | undefined): SessionView {
  const { id, title, lastUsedAt, messageCount, isOpen } = session;
  const isCurrent = id === currentId;
  return {
    id,
    title: titleOf(title),
    updatedAt: lastUsedAt ?? 0,
    messageCount,
    isCurrent,
    isLocked: isOpen && !isCurrent,
    isTrashed: false,
  };
}

function titleOf(title: string | undefined): string {
  return title === undefined || title === '' ? 'Untitled session' : title;
}
