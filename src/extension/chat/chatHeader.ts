import type { ChatHeader } from '../../shared/chatView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { strategyOf, type ViewParts } from '../viewParts.ts';

/** What stands above the thread. */
export function chatHeader(session: OpenSession | undefined, parts: ViewParts): ChatHeader {
  const { title, importedFrom } = session?.live.session ?? {};
  const model = parts.models.chatModel?.profile.id;
  return {
    sessionId: session?.id ?? '',
    title: title ?? '',
    ...(model === undefined ? {} : { model }),
    strategy: strategyOf(session, parts).name,
    ...(session?.live.log.isReadOnly === true ? { readOnly: { reason: READ_ONLY, canTakeOver: true } } : {}),
    ...(importedFrom === undefined ? {} : { importedFrom }),
    isOpening: parts.sessions.isOpening,
  };
}

/** Said wherever something can't be changed here. */
export const READ_ONLY = 'This session is open in another window.';
