import type { KeptDraft } from '../../adapters/store/draftFiles.ts';
import type { ViewParts } from '../parts.ts';
import type { ShownDraft } from './shownDraft.ts';

type TypedParts = Pick<ViewParts, 'services' | 'sessions' | 'pending'> & {
  readonly draft: Pick<ShownDraft, 'typed'>;
};

/** Keeps what is being typed in the session that is shown, and counts it; of several counts on their way the newest stands. */
export function typedHandler({
  services,
  sessions,
  pending,
  draft,
}: TypedParts): (typed: KeptDraft) => Promise<void> {
  let newest = 0;
  return async ({ text, at }) => {
    const session = (sessions.tail ?? sessions.current)?.id;
    const own = ++newest;
    if (session !== undefined) draft.typed(session, { text, at });
    const [tokens = 0] = text.trim() === '' ? [0] : await services.counter.count([text]);
    if (session !== undefined && own === newest) pending.set(session, 'typed', tokens);
  };
}
