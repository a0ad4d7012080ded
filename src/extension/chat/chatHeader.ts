import type { ChatHeader } from '../../shared/chatView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { readOnlyReason } from '../sessions/readOnlyReason.ts';
import { strategyOf, type ViewParts } from '../viewParts.ts';

/** What stands above the thread. */
export function chatHeader(session: OpenSession | undefined, parts: ViewParts): ChatHeader {
  const { tail } = parts.sessions;
  const { title, importedFrom } = (tail ?? session?.live)?.session ?? {};
  const reason = readOnlyReason(session?.live.log);
  const model = parts.models.chatModel?.profile.id;
  return {
    sessionId: (tail ?? session)?.id ?? '',
    title: title ?? '',
    ...(model === undefined ? {} : { model }),
    strategy: strategyOf(session?.live, parts).name,
    ...(reason === undefined ? {} : { readOnly: { reason, canTakeOver: true } }),
    ...(importedFrom === undefined ? {} : { importedFrom }),
    isOpening: parts.sessions.isOpening,
  };
}

/** Said while the end of a session stands in the thread and the rest is being read. */
export const OPENING = 'This session is still being opened.';
