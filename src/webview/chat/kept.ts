import type { Place } from '../base/virtualList.ts';
import type { Draft } from '../../shared/composerView.ts';
import { fieldsOf, ViewState, type Fields } from '../base/viewState.ts';
import type { Store } from '../hostConnection.ts';

/** The text of an earlier message that is being edited. */
export interface Edit {
  readonly session: string;
  readonly row: string;
  readonly text: string;
  /** What the message said when the edit was begun. */
  readonly of: string;
}

/** What the chat keeps over a reload of the window. */
export interface Kept {
  readonly drafts: Drafts;
  readonly edits: readonly Edit[];
  /** Where in which thread one was reading; absent when the newest was in view. */
  readonly reading?: (Place & { readonly session: string }) | undefined;
}

/** Texts that were typed and not sent yet, each with its session; under an empty id where none is shown yet. */
export type Drafts = ReadonlyMap<string, Draft>;

/** What the chat keeps, a draft and the edits a session. */
export class KeptChat extends ViewState<Kept> {
  constructor(store: Store) {
    super(store, { load: loadKept, saved: savedKept });
  }

  draft(session: string): Draft {
    return this.now.drafts.get(session) ?? { text: '', at: 0 };
  }

  /** The draft with a text before it that was not sent. */
  draftWith(session: string, text: string): string {
    return withReturned(this.draft(session).text, text);
  }

  /** A text was typed in a session, or put there. */
  typed(session: string, text: string): Draft {
    const draft = { text, at: Date.now() };
    this.set({ drafts: withDraft(this.now.drafts, session, draft) });
    return draft;
  }

  /** A session is shown, of whose draft the host kept this. */
  follow(session: string, draft: Draft | undefined): void {
    this.set({ drafts: withHome(withKept(this.now.drafts, session, draft), session) });
  }
}

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

export function savedKept({ drafts, ...rest }: Kept): unknown {
  return { ...rest, drafts: [...drafts] };
}

function loadKept({ drafts, edits, reading }: Fields): Kept {
  const { session, id, offset } = fieldsOf(reading);
  const isPlace = typeof session === 'string' && typeof id === 'string' && typeof offset === 'number';
  return {
    drafts: new Map(Array.isArray(drafts) ? drafts.filter(isDraft) : []),
    edits: Array.isArray(edits) ? edits.filter(isEdit) : [],
    ...(isPlace ? { reading: { session, id, offset } } : {}),
  };
}

function isDraft(entry: unknown): entry is readonly [string, Draft] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { text, at } = fieldsOf(entry[1]);
  return typeof text === 'string' && typeof at === 'number';
}

function isEdit(entry: unknown): entry is Edit {
  const { session, row, text, of } = fieldsOf(entry);
  return [session, row, text, of].every((field) => typeof field === 'string');
}
