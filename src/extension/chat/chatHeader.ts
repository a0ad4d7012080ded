import type { ChatHeader } from '../../shared/chatView.ts';
import { originWords, readOnlyReason, takeOverLabel } from '../sessions/readOnlyReason.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { strategyOf } from '../strategyRegistry.ts';
import type { ViewParts } from '../parts.ts';

/** Returns the view's header: title, model, strategy, and why the session is read-only. */
export function chatHeader(session: OpenSession | undefined, parts: ViewParts): ChatHeader {
  const { tail } = parts.sessions;
  const { title, importedFrom } = (tail ?? session?.live)?.session ?? {};
  const reason = whyReadOnly(session, parts);
  const model = parts.models.chatModel?.profile.id;
  return {
    sessionId: (tail ?? session)?.id ?? '',
    title: title ?? '',
    ...(model === undefined ? {} : { model }),
    strategy: strategyOf(session?.live, parts).name,
    ...(reason === undefined ? {} : { readOnly: { reason, ...takeOverField(session) } }),
    ...(importedFrom === undefined ? {} : { origin: originWords(importedFrom) }),
    ...(parts.otherAgents.unreadSentence !== undefined && { found: parts.otherAgents.unreadSentence }),
    isOpening: parts.sessions.isOpening,
  };
}

function takeOverField(session: OpenSession | undefined): { readonly takeOver?: string } {
  const label = takeOverLabel(session?.live.log.readOnlyCause);
  return label === undefined ? {} : { takeOver: label };
}

/** Returns why nothing can be changed in the session that is shown; undefined if changes are possible. */
export function whyReadOnly(
  session: OpenSession | undefined,
  { agentSessions }: Pick<ViewParts, 'agentSessions'>,
): string | undefined {
  return readOnlyReason(session?.live.log, agentSessions);
}

/** The reason why nothing can be changed while only the end of a long session has been read. */
export const OPENING = 'This session is still being opened.';
