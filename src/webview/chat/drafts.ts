/** Texts that were typed and not sent yet, each with its session; under an empty id where none is shown yet. */
export type Drafts = ReadonlyMap<string, string>;

export function withDraft(drafts: Drafts, session: string, text: string): Drafts {
  const changed = new Map(drafts);
  if (text === '') changed.delete(session);
  else changed.set(session, text);
  return changed;
}

/** A text that was not sent stands before what was typed since, once: nobody may have heard that it is here. */
export function withReturned(draft: string, text: string): string {
  if (draft === '') return text;
  return `${draft}\n\n`.startsWith(`${text}\n\n`) ? draft : `${text}\n\n${draft}`;
}

/** What was typed before any session was shown goes with the first one that is. */
export function withHome(drafts: Drafts, session: string): Drafts {
  const homeless = drafts.get('');
  if (session === '' || homeless === undefined) return drafts;
  const own = withReturned(drafts.get(session) ?? '', homeless);
  return withDraft(withDraft(drafts, '', ''), session, own);
}
