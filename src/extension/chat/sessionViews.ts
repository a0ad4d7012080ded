import type { SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { TrashedSession } from '../../adapters/store/trash.ts';
import type { SessionView } from '../../shared/chatView.ts';

/** The list of sessions, those in the trash last. */
export function sessionViews(
  sessions: readonly SessionSummary[],
  trashed: readonly TrashedSession[],
  currentId: string | undefined,
): readonly SessionView[] {
  return [
    ...sessions.map((session) => sessionView(session, currentId)),
    ...trashed.map(({ id, deletedAt }): SessionView => ({
      id,
      title: 'Deleted session',
      updatedAt: deletedAt,
      messageCount: 0,
      isCurrent: false,
      isLocked: false,
      isTrashed: true,
    })),
  ];
}

function sessionView(session: SessionSummary, currentId: string | undefined): SessionView {
  const { id, title = '', lastUsedAt, messageCount, isOpen } = session;
  const isCurrent = id === currentId;
  return {
    id,
    title,
    updatedAt: lastUsedAt ?? 0,
    messageCount,
    isCurrent,
    isLocked: isOpen && !isCurrent,
    isTrashed: false,
  };
}
