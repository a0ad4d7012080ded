import { messageOf } from '../../core/text/messageOf.ts';
import type { KeptDraft } from '../../adapters/store/draftFiles.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { ViewParts } from '../viewParts.ts';

/**
 * Keeps what is being typed in the session that is shown, and counts it; of several counts on their way the newest
 * stands. The editor keeps a view's state now and then only: a window that is loaded anew would have an older text.
 */
export function typedHandler({
  services,
  sessions,
  pending,
}: Pick<ViewParts, 'services' | 'sessions' | 'pending'>): (typed: KeptDraft) => Promise<void> {
  let newest = 0;
  return async ({ text, at }) => {
    const session = (sessions.tail ?? sessions.current)?.id;
    const own = ++newest;
    if (sessions.tail === undefined) keep(sessions.current, { text, at }, services);
    const [tokens = 0] = text.trim() === '' ? [0] : await services.counter.count([text]);
    if (session !== undefined && own === newest) pending.set(session, 'typed', tokens);
  };
}

/** What stands there already is not written again, as when a session is shown. */
function keep(
  session: Shown | undefined,
  draft: KeptDraft,
  { drafts, logger }: Pick<ViewParts['services'], 'drafts' | 'logger'>,
): void {
  if (session?.live.log.isReadOnly !== false) return;
  try {
    if ((drafts.read(session.id)?.text ?? '') !== draft.text) drafts.write(session.id, draft);
  } catch (error) {
    logger.warn(`what is being typed could not be kept: ${messageOf(error)}`);
  }
}

/** What was kept of the draft of a session. While another window writes the session, it is that one's. */
export function keptDraft(
  session: Shown | undefined,
  { drafts }: Pick<ViewParts['services'], 'drafts'>,
): { readonly draft?: KeptDraft } {
  const draft = session?.live.log.isReadOnly === false ? drafts.read(session.id) : undefined;
  return draft === undefined ? {} : { draft };
}

type Shown = Pick<OpenSession, 'id'> & { readonly live: { readonly log: { readonly isReadOnly: boolean } } };
