import type { ChatHeader } from '../../shared/chatView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { readOnlyReason } from '../sessions/readOnlyReason.ts';
import { strategyOf, type ViewParts } from '../viewParts.ts';

/** What stands above the thread. */
export function chatHeader(session: OpenSession | undefined, parts: ViewParts): ChatHeader {
  const { title, importedFrom } = session?.live.session ?? {};
  const reason = readOnlyReason(session?.live.log);
  const model = parts.models.chatModel?.profile.id;
  return {
    sessionId: session?.id ?? '',
    title: title ?? '',
    ...(model === undefined ? {} : { model }),
    strategy: strategyOf(session, parts).name,
    ...(reason === undefined ? {} : { readOnly: { reason, canTakeOver: true } }),
    ...(importedFrom === undefined ? {} : { importedFrom }),
    isOpening: parts.sessions.isOpening,
  };
}
