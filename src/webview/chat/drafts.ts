import type { Draft } from '../../shared/chatView.ts';

/** Texts that were typed and not sent yet, each with its session; under an empty id where none is shown yet. */
export type Drafts = ReadonlyMap<string, Draft>;

export function withDraft(drafts: Drafts, session: string, draft: Draft): Drafts {
  const changed = new Map(drafts);
  if (draft.text === '') changed.delete(session);
  else changed.set(session, draft);
  return changed;
}

/** A text that was not sent stands before what was typed since, once: nobody may have heard that it is here. */
export function withReturned(draft: string, text: string): string {
  if (draft === '') return text;
  return `${draft}\n\n`.startsWith(`${text}\n\n`) ? draft : `${text}\n\n${draft}`;
}

/** What the host kept of a session's draft is taken where it was typed later than what stands here. */
export function withKept(drafts: Drafts, session: string, kept: Draft | undefined): Drafts {
  if (kept === undefined || kept.at <= (drafts.get(session)?.at ?? 0)) return drafts;
  return withDraft(drafts, session, kept);
}

/** What was typed before any session was shown goes with the first one that is. */
export function withHome(drafts: Drafts, session: string): Drafts {
  const homeless = drafts.get('');
  if (session === '' || homeless === undefined) return drafts;
  const text = withReturned(drafts.get(session)?.text ?? '', homeless.text);
  return withDraft(withDraft(drafts, '', { text: '', at: 0 }), session, { text, at: homeless.at });
}
